import { closeSync, openSync, readSync, globSync } from "node:fs";

/** Marks of a system test file, from the comments at its head. */
export interface SystemFile {
  readonly path: string;
  /** True with `// @databases sqlite mariadb`: the file is about what differs between the databases, and runs on both. */
  readonly bothDatabases: boolean;
  /** True with `// @databases own`: the file starts the databases that it needs itself, and runs once even in the long run. */
  readonly ownDatabases: boolean;
  /** True with `// @input mouse keyboard`: its journeys use the mouse, and in the long run also the keyboard alone. */
  readonly byKeyboard: boolean;
  /** True with `// @first <why>`: it takes so long that it starts before the others. */
  readonly startsFirst: boolean;
  /**
   * Number of files that may run beside it. `none` with `// @alone <why>`: the file measures times or uses a unique resource. `few`
   * with `// @few <why>`: it has many processes of its own and waits for them without measuring, so one other file may run.
   */
  readonly beside: "all" | "few" | "none";
}

const headBytes = 2_000;

/** Returns every system test file of the project with its marks. */
export function systemFiles(): readonly SystemFile[] {
  return globSync("**/*.system.test.ts", { exclude: ["node_modules/**", "dist/**"] })
    .toSorted()
    .map((path) => ({ path, ...marksOf(head(path)) }));
}

/** Parses the marks in the comment lines at the beginning of a file. */
export function marksOf(text: string): Omit<SystemFile, "path"> {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const comments = lines.slice(0, end === -1 ? lines.length : end);
  return {
    bothDatabases: comments.includes("// @databases sqlite mariadb"),
    ownDatabases: comments.includes("// @databases own"),
    byKeyboard: comments.includes("// @input mouse keyboard"),
    startsFirst: comments.some((line) => /^\/\/ @first \S/.test(line)),
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
