import { closeSync, openSync, readSync, globSync } from "node:fs";

/** What a system test file says of itself in comments at its head. */
export interface SystemFile {
  readonly path: string;
  /** `// @databases sqlite mariadb`: it meets the differences of the databases, and runs on both. */
  readonly bothDatabases: boolean;
  /** `// @databases own`: it starts what it needs of both itself, and runs once also in the long run. */
  readonly ownDatabases: boolean;
  /** `// @input mouse keyboard`: its journeys are gone by the mouse, and in the long run by the keyboard alone, too. */
  readonly byKeyboard: boolean;
  /**
   * What runs beside it. `// @alone <why>`: it measures times or takes what exists once, so nothing does. `// @few <why>`: it has
   * many processes of its own, and waits for them without measuring, so one other file does.
   */
  readonly beside: "all" | "few" | "none";
}

const headBytes = 2_000;

/** Every system test file of the project, with its marks. */
export function systemFiles(): readonly SystemFile[] {
  return globSync("**/*.system.test.ts", { exclude: ["node_modules/**", "dist/**"] })
    .toSorted()
    .map((path) => ({ path, ...marksOf(head(path)) }));
}

/** Reads the marks in the comment lines with which a file begins. */
export function marksOf(text: string): Omit<SystemFile, "path"> {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const comments = lines.slice(0, end === -1 ? lines.length : end);
  return {
    bothDatabases: comments.includes("// @databases sqlite mariadb"),
    ownDatabases: comments.includes("// @databases own"),
    byKeyboard: comments.includes("// @input mouse keyboard"),
    beside: besideOf(comments),
  };
}

function besideOf(comments: readonly string[]): SystemFile["beside"] {
  if (comments.some((line) => /^\/\/ @alone \S/.test(line))) return "none";
  return comments.some((line) => /^\/\/ @few \S/.test(line)) ? "few" : "all";
}

function head(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(headBytes);
    return bytes.toString("utf8", 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
