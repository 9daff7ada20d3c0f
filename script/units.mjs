// Bytes as text, of the code units of UTF-16 that a parser of HTML leaves as they are: nearly 16 bits each, in a file whose two
// bytes for each begin with the mark that says so. Where base64 makes bytes a third longer, this makes them a 250th longer.

const BITS = 15;
const UNITS = 0x10000;
// NUL, what is read as a line's end, what may begin a tag, and halves of pairs.
const isForbidden = (unit) => unit === 0 || unit === 0x0d || unit === 0x3c || unit >> 11 === 0x1b;

// The units that may stand, and the place of each among them. What does not need all of them for 15 bits holds one bit more.
function places() {
  const units = [];
  const places = new Uint16Array(UNITS);
  for (let unit = 0; unit < UNITS; unit += 1) if (!isForbidden(unit)) places[unit] = units.push(unit) - 1;
  return { units, places, more: units.length - (1 << BITS) };
}

/** The text of these bytes. */
export function textOf(bytes) {
  const { units, more } = places();
  const text = [];
  let [held, bits, at] = [0, 0, 0];
  // Behind the last byte there are zeroes.
  const take = (count) => {
    for (; bits < count; bits += 8) held = (held << 8) | (bytes[at++] ?? 0);
    bits -= count;
    const taken = held >> bits;
    held &= (1 << bits) - 1;
    return taken;
  };
  while (at < bytes.length || bits > 0) {
    const value = take(BITS);
    text.push(String.fromCharCode(units[value < more ? value * 2 + take(1) : value + more]));
    // What is left of the zeroes begins no further unit.
    if (at > bytes.length) break;
  }
  return text.join("");
}

/** So many bytes, of their text. */
export function bytesOf(text, length) {
  const { places: placeOf, more } = places();
  // What is taken after the last one falls out of it.
  const bytes = new Uint8Array(length);
  let [held, bits, end] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const place = placeOf[text.charCodeAt(at)];
    const isLong = place < more * 2;
    held = (held << (isLong ? BITS + 1 : BITS)) | (isLong ? place : place - more);
    for (bits += isLong ? BITS + 1 : BITS; bits > 7; ) bytes[end++] = held >> (bits -= 8);
    held &= (1 << bits) - 1;
  }
  return bytes;
}
