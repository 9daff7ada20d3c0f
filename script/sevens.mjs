// Bytes as text, seven bits a character: all that costs one byte in UTF-8. Where base64 makes them a third longer, this makes
// them a seventh longer. Three characters a parser of HTML does not leave as they are, or takes for the end of the text: in
// their place stands one of two bytes, which holds which of them it is and the seven bits after it.

const ESCAPED = 0x100;
const ESCAPES = [0, 0x0d, 0x3c];

/** The text of these bytes. */
export function textOf(bytes) {
  const sevens = [];
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0x7fff;
    bits += 8;
    while (bits > 6) sevens.push((held >> (bits -= 7)) & 0x7f);
  }
  if (bits > 0) sevens.push((held << (7 - bits)) & 0x7f);
  const text = [];
  for (let at = 0; at < sevens.length; at += 1) {
    const escape = ESCAPES.indexOf(sevens[at]);
    text.push(String.fromCharCode(escape < 0 ? sevens[at] : ESCAPED + (escape << 7) + (sevens[(at += 1)] ?? 0)));
  }
  return text.join("");
}

/** So many bytes, of their text. */
export function bytesOf(text, length) {
  // What is taken after the last one falls out of it.
  const bytes = new Uint8Array(length);
  let [held, bits, end] = [0, 0, 0];
  const take = (seven) => {
    held = ((held << 7) | seven) & 0x3fff;
    bits += 7;
    if (bits > 7) bytes[end++] = held >> (bits -= 8);
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ESCAPED) take(ESCAPES[(code - ESCAPED) >> 7]);
    take(code & 0x7f);
  }
  return bytes;
}
