import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { weightsOf } from "./weights.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "weights-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** Builds pages from the given sources; each built file has as many bytes as its name says. */
function build(chunks: Readonly<Record<string, object>>, sources: Readonly<Record<string, string>>): void {
  const manifest = Object.fromEntries(
    Object.entries(chunks).map(([name, chunk]) => [name, { file: name.replaceAll("/", "-"), ...chunk }]),
  );
  write("dist/.vite/manifest.json", JSON.stringify(manifest));
  write("dist/index.html", "");
  for (const [name, chunk] of Object.entries(chunks)) {
    write(`dist/${name.replaceAll("/", "-")}`, "x".repeat("bytes" in chunk ? Number(chunk.bytes) : 0));
  }
  for (const [file, text] of Object.entries({ "routes/router.ts": "", ...sources })) write(`web/${file}`, text);
}

const page = { isDynamicEntry: true };

it("sums for a page its routes, its section and the texts of every area that it uses, in the heavier language, and not what the first load has", () => {
  build(
    {
      "index.html": { isEntry: true, bytes: 1_000 },
      "pages/home/home-page.tsx": { ...page, bytes: 500 },
      "session/sign-in-page.tsx": { ...page, bytes: 300 },
      "routes/people.ts": { dynamicImports: ["pages/person-page.tsx", "pages/list-page.tsx"], bytes: 10 },
      "messages/people.en.json": { bytes: 20 },
      "messages/people.de.json": { bytes: 20 },
      "messages/de.json": { bytes: 5 },
      "messages/errors.de.json": { bytes: 2 },
      "messages/more.en.json": { bytes: 30 },
      "messages/more.de.json": { bytes: 40 },
      "messages/rest.de.json": { bytes: 80 },
      "_shared.js": { bytes: 160 },
      "pages/list-page.tsx": { ...page, imports: ["index.html"], bytes: 320 },
      "pages/person-page.tsx": {
        ...page,
        dynamicImports: ["pages/facts-page.tsx", "pages/opened-dialog.tsx"],
        bytes: 640,
      },
      "pages/facts-page.tsx": { ...page, imports: ["_shared.js"], bytes: 1_280 },
      "pages/opened-dialog.tsx": { ...page, bytes: 9_999 },
    },
    {
      "routes/router.ts": 'withTexts("people", import("./people.ts"))',
      "routes/people.ts": '(await withTexts("more", withTexts("rest", import("../pages/person-page.tsx")))).PersonPage',
      "pages/person-page.tsx": 'withTexts("more", import("./facts-page.tsx"))',
    },
  );
  const bytes = Object.fromEntries(
    weightsOf(join(folder, "dist"), join(folder, "web")).map((weight) => [weight.name, weight.bytes]),
  );
  expect(bytes).toEqual({
    "first load, signed in": 1_500 + 5,
    "first load, sign-in page": 1_300 + 5,
    "pages/person-page.tsx with pages/facts-page.tsx": 10 + 20 + 40 + 80 + 640 + 1_280 + 160,
    "pages/list-page.tsx": 10 + 20 + 320,
  });
});
