import { STATUS_CODES } from "node:http";

import { ServiceError } from "#domain/errors.ts";
import { batchPartsMax } from "#domain/limits.ts";

import { type BatchItem, type BatchResult, bodyOf } from "./item.ts";
import { unitsOf } from "./units.ts";

const requestLine = /^([A-Z]{1,10}) (\S{1,8192}) HTTP\/1\.[01]$/;
const headerLine = /^([A-Za-z0-9-]{1,100}):[ \t]*(.*?)[ \t]*$/;

interface Section {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;
}

/**
 * Reads a batch in multipart/mixed; a part that is multipart itself is a group of changes.
 * @throws BODY_INVALID
 * @throws LIMIT_EXCEEDED
 */
export function parseMultipart(text: string, contentType: string): readonly BatchItem[] {
  const items: BatchItem[] = [];
  for (const [index, section] of sectionsOf(text, boundaryOf(contentType)).entries()) {
    const type = section.headers["content-type"] ?? "";
    if (!/^multipart\/mixed\s*;/i.test(type)) {
      items.push(itemOf(section, null));
      continue;
    }
    for (const change of sectionsOf(section.content, boundaryOf(type))) {
      items.push(itemOf(change, `group ${index + 1}`));
    }
  }
  return items;
}

/** Writes the answers of a batch in multipart/mixed, each group as one part. */
export function writeMultipart(results: readonly BatchResult[], boundary: string): string {
  const parts = unitsOf(results, ({ item }) => item.group).map((unit, index) => {
    // A group that failed has one answer for all of it, which stands for itself (OData protocol 11.7.7.3).
    const failed = unit.find(({ answer, undone }) => answer.status >= 400 && undone !== true);
    const written = (failed === undefined ? unit : [failed]).map(writeAnswer);
    return failed !== undefined || unit[0]?.item.group === null
      ? written.join("")
      : inGroup(written, `${boundary}_${index + 1}`);
  });
  return `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`;
}

function inGroup(parts: readonly string[], boundary: string): string {
  const inner = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("");
  return `content-type: multipart/mixed;boundary=${boundary}\r\n\r\n${inner}--${boundary}--\r\n`;
}

function writeAnswer({ item, answer }: BatchResult): string {
  const { text, contentType } = bodyOf(answer);
  const headers = {
    ...(contentType === undefined ? {} : { "content-type": contentType }),
    ...answer.headers,
    "content-length": String(Buffer.byteLength(text)),
  };
  return [
    "content-type: application/http",
    "content-transfer-encoding: binary",
    ...(item.id === null ? [] : [`content-id: ${item.id}`]),
    "",
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    text,
  ].join("\r\n");
}

function boundaryOf(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw invalid("multipart/mixed needs a boundary in Content-Type");
  return boundary;
}

function sectionsOf(text: string, boundary: string): readonly Section[] {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const sections: string[][] = [];
  let open: string[] | undefined;
  for (const line of lines) {
    const mark = line.trimEnd();
    if (mark === `--${boundary}--`) return sections.map(sectionOf);
    if (mark === `--${boundary}`) {
      open = [];
      sections.push(open);
      if (sections.length > batchPartsMax) throw tooMany();
    } else open?.push(line);
  }
  throw invalid(`the last line must be --${boundary}--`);
}

function sectionOf(lines: readonly string[]): Section {
  const { headers, rest } = headersOf(lines);
  return { headers, content: rest.join("\r\n") };
}

function headersOf(lines: readonly string[]): { headers: Record<string, string>; rest: readonly string[] } {
  const end = lines.indexOf("");
  const headers = new Map<string, string>();
  for (const line of lines.slice(0, end < 0 ? lines.length : end)) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) throw invalid(`'${line.slice(0, 100)}' is no header`);
    headers.set(name.toLowerCase(), value);
  }
  return { headers: Object.fromEntries(headers), rest: end < 0 ? [] : lines.slice(end + 1) };
}

function itemOf({ headers, content }: Section, group: string | null): BatchItem {
  if (!/^application\/http\b/i.test(headers["content-type"] ?? "")) {
    throw invalid("each part must be application/http, or multipart/mixed for a group of changes");
  }
  const [first = "", ...lines] = content.replace(/^(\r\n)+/, "").split("\r\n");
  const [, method, url] = requestLine.exec(first.trimEnd()) ?? [];
  if (method === undefined || url === undefined) {
    throw invalid(`'${first.slice(0, 100)}' is no request line such as GET users HTTP/1.1`);
  }
  const { headers: own, rest } = headersOf(lines);
  // The line end in front of the next boundary belongs to the boundary.
  const body = Buffer.from(rest.join("\r\n").replace(/\s+$/, ""));
  const id = headers["content-id"] ?? own["content-id"] ?? null;
  return { id, group, dependsOn: [], method, url, headers: own, body };
}

/** The error of a batch with more parts than it may have. */
export function tooMany(): ServiceError {
  return new ServiceError("LIMIT_EXCEEDED", {
    message: `A batch may have at most ${batchPartsMax} parts. Send the others in another one.`,
  });
}

function invalid(rule: string): ServiceError {
  return new ServiceError("BODY_INVALID", { message: `The batch is not well-formed: ${rule}.` });
}
