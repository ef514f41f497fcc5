const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Frame {
  readonly path: string;
  readonly isArray: boolean;
  /** Name of the next member or number of the next element. */
  at: string;
  awaits: "name" | "value";
}

const joined = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);

/** Returns the offset of each member and element of a JSON text by its dotted path: that of the member's name, or of the element. */
export function jsonPlaces(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>([["", 0]]);
  const frames: Frame[] = [];
  for (const { 0: word, index } of text.matchAll(token)) {
    const frame = frames.at(-1);
    if (word === "}" || word === "]") frames.pop();
    else if (frame === undefined) openAt(frames, word, "");
    else if (word === ",") goOn(frame);
    else if (word === ":") frame.awaits = "value";
    else if (frame.awaits === "name") takeName(frame, word, (path) => places.set(path, index));
    else {
      const path = joined(frame.path, frame.at);
      if (frame.isArray) places.set(path, index);
      openAt(frames, word, path);
    }
  }
  return places;
}

function openAt(frames: Frame[], word: string, path: string): void {
  if (word === "{") frames.push({ path, isArray: false, at: "", awaits: "name" });
  if (word === "[") frames.push({ path, isArray: true, at: "0", awaits: "value" });
}

function takeName(frame: Frame, word: string, found: (path: string) => void): void {
  if (!word.startsWith('"')) return;
  frame.at = unquoted(word);
  found(joined(frame.path, frame.at));
}

function unquoted(word: string): string {
  try {
    return String(JSON.parse(word));
  } catch {
    // An invalid token, such as one with a line break, cannot be the name that a caller searches for.
    return word;
  }
}

function goOn(frame: Frame): void {
  if (frame.isArray) frame.at = String(Number(frame.at) + 1);
  else frame.awaits = "name";
}

/** Returns the place of a path in a JSON text; for a path that does not exist, the place of its nearest existing parent. */
export function placeInJson(text: string, path: string): { readonly offset: number; readonly line: number } {
  const places = jsonPlaces(text);
  let known = path;
  while (!places.has(known)) known = known.includes(".") ? known.slice(0, known.lastIndexOf(".")) : "";
  const offset = places.get(known) ?? 0;
  return { offset, line: text.slice(0, offset).split("\n").length };
}
