// Reads the pictures that browsers make of a page: PNG, eight bits a channel, not interlaced (https://www.w3.org/TR/png-3/).
import { inflateSync } from "node:zlib";

const SIGNATURE_BYTES = 8;
const CHANNELS = { 2: 3, 6: 4 };

/** `{ width, height, at(x, y) }`, where `at` gives red, green and blue from 0 to 255. */
export function picture(png) {
  const data = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), CHANNELS[body[9]]];
      if (body[8] !== 8 || !channels || body[12] !== 0) throw new Error("a picture of a kind that no browser here makes");
    }
    if (type === "IDAT") data.push(body);
    at += length + 12;
  }
  const lines = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  return { width, height, at: (x, y) => lines.subarray((y * width + x) * channels, (y * width + x) * channels + 3) };
}

function unfiltered(bytes, stride, height, channels) {
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const place = y * stride + x;
      const left = x < channels ? 0 : lines[place - channels];
      const above = y === 0 ? 0 : lines[place - stride];
      const corner = x < channels || y === 0 ? 0 : lines[place - stride - channels];
      lines[place] = bytes[y * (stride + 1) + 1 + x] + [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter];
    }
  }
  return lines;
}

// Paeth: which of the three is nearest to left + above - corner.
function nearest(left, above, corner) {
  const distances = [left, above, corner].map((value) => Math.abs(left + above - corner - value));
  const least = Math.min(...distances);
  return [left, above, corner][distances.indexOf(least)];
}

/** How light a colour is, from 0 to 1, as WCAG has it. */
export function luminance(colour) {
  const [red, green, blue] = Array.from(colour, (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast between the lightest and the darkest of a part of a picture, as WCAG has it; and the lightness of its edge. */
export function contrast(image, { left, top, width, height }) {
  const all = [];
  for (let y = Math.ceil(top); y < Math.floor(top + height); y += 1) {
    for (let x = Math.ceil(left); x < Math.floor(left + width); x += 1) all.push(luminance(image.at(x, y)));
  }
  const sorted = all.toSorted((one, other) => one - other);
  return (sorted.at(-1) + 0.05) / (sorted[0] + 0.05);
}
