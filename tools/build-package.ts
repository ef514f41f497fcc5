import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { libraryTypes } from "./library-types.ts";

// Builds dist/ for `npm pack`: JavaScript of everything, because Node does not strip types below node_modules, and the type
// declarations of the library and of the APIs for authors of connectors and plug-ins.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly imports: Readonly<Record<string, string>>;
}

rmSync(dist, { recursive: true, force: true });
for (const part of ["javascript.json", "declarations.json", "idapi-declarations.json"]) {
  const compiler = join(root, "node_modules", ".bin", "tsc");
  execFileSync(compiler, ["-p", join(root, "tools", "package", part)], { stdio: "inherit" });
}

// The nearest package.json resolves #room/file.ts: in dist, to the JavaScript beside it.
const { name, version, imports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const compiled = Object.entries(imports).map(([from, to]) => [`${from}.ts`, `${to}.js`]);
const manifest = { name, version, private: true, type: "module", imports: Object.fromEntries(compiled) as unknown };
writeFileSync(join(dist, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);

// The operations of the library are known only from the tables.
writeFileSync(join(dist, "idapi", "operations.d.ts"), libraryTypes());

// `gatehouse plugin new` writes TypeScript.
cpSync(join(root, "plugins"), join(dist, "plugins"), {
  recursive: true,
  filter: (from) => !/\.\w+$/.test(from) || from.endsWith("/example.ts"),
});

// The pages of the web UI, as the API serves them.
execFileSync(process.execPath, [join(root, "tools", "build-web.ts"), "--if-changed"], { stdio: "inherit" });
cpSync(join(root, "web", "dist"), join(dist, "web", "dist"), {
  recursive: true,
  filter: (from) => !/[\\/]\.(?:vite|built-from)$/.test(from),
});

// Files of the API page, with their license: their package has a dependency that reports each installation.
for (const file of ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "LICENSE", "NOTICE"])
  cpSync(join(root, "node_modules", "swagger-ui-dist", file), join(dist, "api", "documents", "swagger-ui", file));

// Recipe to build the Temporal server where there is none.
cpSync(join(root, "tools", "temporal"), join(dist, "tools", "temporal"), { recursive: true });
