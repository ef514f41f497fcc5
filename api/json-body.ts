import { ServiceError } from "#domain/errors.ts";
import { jsonDepthMax } from "#domain/limits.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
// Names that mean something to the language and never to a resource.
const refusedNames = new Set(["__proto__"]);

/**
 * Reads one JSON object.
 * @throws BODY_INVALID when it is not well-formed, not an object, too deep, or holds text that no store can keep
 */
export function parseJson(bytes: Buffer): Readonly<Record<string, unknown>> {
  const value = read(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ServiceError("BODY_INVALID", {
      message: "The body must be one JSON object, not null, a list or a single value.",
    });
  }
  checkValue(value, "", 1);
  return value as Record<string, unknown>;
}

function read(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch (cause) {
    throw new ServiceError("BODY_INVALID", { cause });
  }
}

function checkValue(value: unknown, path: string, depth: number): void {
  if (typeof value === "string") checkText(value, path);
  if (typeof value !== "object" || value === null) return;
  if (depth > jsonDepthMax) {
    throw new ServiceError("BODY_INVALID", { message: `The body may be nested at most ${jsonDepthMax} levels deep.` });
  }
  for (const [name, part] of Object.entries(value)) {
    const partPath = path === "" ? name : `${path}/${name}`;
    if (refusedNames.has(name)) {
      throw new ServiceError("BODY_INVALID", {
        message: `A field may not be named '${name}'. Leave it out.`,
        target: path,
      });
    }
    checkText(name, path);
    checkValue(part, partPath, depth + 1);
  }
}

function checkText(text: string, path: string): void {
  if (text.isWellFormed() && !text.includes("\u0000")) return;
  throw new ServiceError("BODY_INVALID", {
    message: "A text may hold neither the character U+0000 nor half of a surrogate pair. Correct it and send it again.",
    ...(path === "" ? {} : { target: path }),
  });
}
