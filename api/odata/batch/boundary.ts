const boundaryMaxCharacters = 70;

/**
 * Returns the boundary that a content type names (RFC 2046, 5.1.1). Undefined if it names none, or one that no line can
 * be. Reads the parameters one after the other, each character a fixed number of times.
 */
export function boundaryIn(contentType: string): string | undefined {
  let end = parameterEnd(contentType, 0);
  while (end < contentType.length) {
    const begin = end + 1;
    end = parameterEnd(contentType, begin);
    const parameter = contentType.slice(begin, end);
    const equals = parameter.indexOf("=");
    if (equals >= 0 && parameter.slice(0, equals).trim().toLowerCase() === "boundary") {
      return boundaryOf(parameter.slice(equals + 1).trim());
    }
  }
  return undefined;
}

function boundaryOf(value: string): string | undefined {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  const boundary = isQuoted ? value.slice(1, -1) : value;
  const isUsable = boundary !== "" && boundary.length <= boundaryMaxCharacters && !boundary.includes('"');
  return isUsable && (isQuoted || !/\s/.test(boundary)) ? boundary : undefined;
}

/** Returns the index at which a parameter ends. A semicolon in quotes is a character of its value. */
function parameterEnd(text: string, begin: number): number {
  let isQuoted = false;
  for (let index = begin; index < text.length; index++) {
    if (text[index] === '"') isQuoted = !isQuoted;
    else if (text[index] === ";" && !isQuoted) return index;
  }
  return text.length;
}
