// Remembers the reviewer's display name in this browser, so that it is asked for once.
export default function (component) {
  const { name, value } = component.data;
  const year = 365 * 24 * 3600;
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${year}; Path=/; SameSite=Lax`;
}
