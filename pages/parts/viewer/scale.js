// How large pages are drawn, in pixels a point.
export const FULL = 96 / 72; // at 100 %
export const GAP = 14; // pixels round a sheet
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4].map((each) => each * FULL);

/** The scale at which pages of these sizes, side by side, fit a stage as `settings` asks for. */
export function fitted(sizes, stage, { fit, scale }) {
  const across = sizes.reduce((sum, [width]) => sum + width, 0), down = Math.max(...sizes.map(([, height]) => height));
  const width = (stage.clientWidth - GAP * (sizes.length + 1)) / across, height = (stage.clientHeight - 2 * GAP) / down;
  return Math.max(fit === "width" ? width : fit === "page" ? Math.min(width, height) : scale, 0.1);
}

/** The next larger (`way` 1) or smaller (-1) step; nothing at the end. */
export function stepped(scale, way) {
  return way > 0 ? STEPS.find((each) => each > scale + .01) : STEPS.findLast((each) => each < scale - .01);
}
