// The rows as data: read from the server's arrays, linked into a tree, and which of them are shown.
const REVIEWS = ["", "accepted", "corrected"];

/** Rows arrive as arrays, to keep each rerun's message small; see `rows.py` for what stands where. */
export function readRows(arrays) {
  const rows = arrays.map((row, index) => ({
    index, id: row[0], level: row[1], title: row[2], pages: row[3], page: row[4], status: row[5], review: REVIEWS[row[6]],
    remark: row[7], synthetic: row[8], confidence: row[9], note: row[10],
    parent: -1, hasChildren: false, size: 1, position: 1, last: index,
  }));
  const path = [], groups = new Map();
  for (const row of rows) {
    path.length = row.level - 1;
    row.parent = path.length ? path[path.length - 1] : -1;
    if (row.parent >= 0) rows[row.parent].hasChildren = true;
    if (!groups.has(row.parent)) groups.set(row.parent, []);
    groups.get(row.parent).push(row);
    row.position = groups.get(row.parent).length;
    path.push(row.index);
    for (const above of path) rows[above].last = row.index;
  }
  for (const group of groups.values()) for (const row of group) row.size = group.length;
  return rows;
}

/** The arrays after a change: from the one at `first`, `removed` go and `rows` come in their place. */
export function changedRows(arrays, { first, removed, rows }) {
  return [...arrays.slice(0, first), ...rows, ...arrays.slice(first + removed)];
}

const REVIEWED = {
  any: () => true, none: (row) => row.review === "", accepted: (row) => row.review === "accepted",
  corrected: (row) => row.review === "corrected", note: (row) => row.note !== "",
};
const STANDING = {
  all: () => true, failed: (row) => row.status === "failed", suspect: (row) => row.status === "suspect",
  warn: (row) => row.status === "warn",
};

/** The rows to draw. With a filter, what matches and (faint) what stands above it; without, what is not folded away. */
export function shownRows(rows, { standing, review, text, shut }) {
  const words = text.trim().toLocaleLowerCase();
  const shown = [];
  if (words || standing !== "all" || review !== "any") {
    const matches = (row) => (!words || row.title.toLocaleLowerCase().includes(words)) && STANDING[standing](row) && REVIEWED[review](row);
    const kept = new Map();
    for (const row of rows) if (matches(row)) {
      kept.set(row.index, true);
      for (let up = row.parent; up >= 0 && !kept.has(up); up = rows[up].parent) kept.set(up, false);
    }
    for (const row of rows) if (kept.has(row.index)) { row.faint = !kept.get(row.index); shown.push(row); }
    return shown;
  }
  let hiddenBelow = Infinity;
  for (const row of rows) {
    if (row.level > hiddenBelow) continue;
    hiddenBelow = row.hasChildren && shut.has(row.id) ? row.level : Infinity;
    row.faint = false;
    shown.push(row);
  }
  return shown;
}

/** How many rows each filter by standing leaves. */
export function countRows(rows) {
  return Object.fromEntries(Object.entries(STANDING).map(([name, holds]) => [name, rows.filter(holds).length]));
}

/** The ids to fold so that levels down to `level` are seen. */
export function foldedAt(rows, level) {
  return new Set(rows.filter((row) => row.hasChildren && row.level >= level).map((row) => row.id));
}
