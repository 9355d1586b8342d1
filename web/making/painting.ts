// Writes shapes as SVG and PNG, with Node's standard library only.
import { crc32, deflateSync } from "node:zlib";
import { SIZE, type Point, type Shape } from "./artwork.ts";

/** Samples per pixel along each side, for smooth edges. */
const SAMPLES = 4;

export function svg(shapes: readonly Shape[]): string {
  const short = (value: number): string => String(Math.round(value * 10) / 10);
  const paths = shapes.map(({ colour, points }) => {
    const line = points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L");
    return `<path fill="${colour}" d="M${line}z"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${paths.join("")}</svg>\n`;
}

/** Paint shapes over each other, on a square of `size` pixels. */
export function png(shapes: readonly Shape[], size: number): Buffer {
  const pixels = new Float32Array(size * size * 4);
  for (const shape of shapes) paint(pixels, size, shape);
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = (y * size + x) * 4;
      const to = y * (size * 4 + 1) + 1 + x * 4;
      const alpha = pixels[from + 3]!;
      for (let part = 0; part < 3; part++) {
        rows[to + part] = alpha ? Math.round(pixels[from + part]! / alpha) : 0;
      }
      rows[to + 3] = Math.round(alpha * 255);
    }
  }
  return file(size, deflateSync(rows, { level: 9 }));
}

/** Paint one shape over what is there; colours are premultiplied by alpha. */
function paint(pixels: Float32Array, size: number, { colour, points }: Shape): void {
  const scale = size / SIZE;
  const scaled = points.map(([x, y]): Point => [x * scale, y * scale]);
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const coverage = new Float32Array(size * size);
  for (let line = 0; line < size * SAMPLES; line++) {
    const crossings = crossed(scaled, (line + 0.5) / SAMPLES);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const first = Math.ceil(crossings[pair]! * SAMPLES - 0.5);
      const last = Math.ceil(crossings[pair + 1]! * SAMPLES - 0.5);
      for (let at = Math.max(0, first); at < Math.min(size * SAMPLES, last); at++) {
        coverage[Math.floor(line / SAMPLES) * size + Math.floor(at / SAMPLES)]! += 1;
      }
    }
  }
  coverage.forEach((count, pixel) => {
    const opacity = count / SAMPLES ** 2;
    if (opacity === 0) return;
    [red!, green!, blue!, 1].forEach((value, part) => {
      const at = pixel * 4 + part;
      pixels[at] = value * opacity + pixels[at]! * (1 - opacity);
    });
  });
}

/** Where a horizontal line enters and leaves a shape. */
function crossed(points: readonly Point[], height: number): number[] {
  const found: number[] = [];
  points.forEach(([x, y], place) => {
    const [nextX, nextY] = points[(place + 1) % points.length]!;
    if (y <= height !== nextY <= height) found.push(x + ((height - y) / (nextY - y)) * (nextX - x));
  });
  return found.sort((one, other) => one - other);
}

function file(size: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8); // eight bits a part, with opacity, not interlaced
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
