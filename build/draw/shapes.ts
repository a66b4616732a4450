import type { Point, Shape } from "./canvas.ts";

/** An ellipse; a circle without `ry`. */
export function disc(cx: number, cy: number, rx: number, ry = rx): Shape {
  return {
    has: (x, y) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1,
    box: [cx - rx, cy - ry, cx + rx, cy + ry],
  };
}

export function block(left: number, top: number, right: number, bottom: number): Shape {
  return { has: () => true, box: [left, top, right, bottom] };
}

/** What is within all of some shapes. */
export function overlap(...shapes: readonly Shape[]): Shape {
  return {
    has: (x, y) =>
      shapes.every(({ has, box: [left, top, right, bottom] }) =>
        x >= left && x <= right && y >= top && y <= bottom && has(x, y)
      ),
    box: shapes[0]!.box,
  };
}

export function polygon(points: readonly Point[]): Shape {
  const has = (x: number, y: number) => {
    let isInside = false;
    points.forEach(([ax, ay], place) => {
      const [bx, by] = points[(place + 1) % points.length]!;
      if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) isInside = !isInside;
    });
    return isInside;
  };
  return { has, box: around(points, 0) };
}

/** A line through points, with round ends. */
export function line(points: readonly Point[], width: number): Shape {
  const has = (x: number, y: number) =>
    points.some(([ax, ay], place) => {
      const [bx, by] = points[place + 1] ?? [ax, ay];
      const length = (bx - ax) ** 2 + (by - ay) ** 2;
      const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
      const near = Math.max(0, Math.min(1, along));
      const [dx, dy] = [x - ax - near * (bx - ax), y - ay - near * (by - ay)];
      return dx * dx + dy * dy <= width * width / 4;
    });
  return { has, box: around(points, width / 2) };
}

/** A star with so many points, the first of them upright. */
export function star(cx: number, cy: number, radius: number, count = 5, inner = 0.45): Shape {
  return polygon(
    Array.from({ length: count * 2 }, (_, place): Point => {
      const angle = Math.PI * (place / count - 0.5);
      const reach = place % 2 === 0 ? radius : radius * inner;
      return [cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)];
    }),
  );
}

/** Points of a part of a circle, in degrees clockwise from the right. */
export function arc(cx: number, cy: number, r: number, from: number, to: number): Point[] {
  const steps = 12;
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = (from + (to - from) * step / steps) * Math.PI / 180;
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
  });
}

function around(points: readonly Point[], margin: number): Shape["box"] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ];
}
