import { expect, it } from "vitest";

const files = import.meta.glob<string>(["../**/*.tsx", "!../dist/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** Sources by their paths below web/. */
const sources = new Map(
  Object.entries(files).map(([path, source]) => [path.replace(/^\.\//, "components/").replace(/^\.\.\//, ""), source]),
);

/** Dialogs with input that may be closed without a question, with the reason. */
const unasked: Readonly<Record<string, string>> = {
  "session/sign-in-again.tsx": "it cannot be closed",
  "session/proof-dialog.tsx": "a password or code is entered for a single call",
  "pages/audit/verify-dialog.tsx": "a period is verified, and nothing is changed",
  "layout/command-palette.tsx": "it searches",
  "keyboard/shortcuts-dialog.tsx": "its choice is saved at once",
};

const input = /<(?:TextInput|TextArea|FormSelect|Checkbox|Radio|Switch|input|select|textarea)\b(?![^>]*\breadOnly)/;

/** Returns the text of a component that a file declares; undefined if it declares none of the name. */
function declared(file: string, name: string): string | undefined {
  return new RegExp(`^(?:export )?function ${name}\\b.*?^}`, "ms").exec(sources.get(file) ?? "")?.[0];
}

/** Returns the file from which a file imports a component; undefined if it imports none of the name. */
function importedFrom(file: string, name: string): string | undefined {
  const imports = (sources.get(file) ?? "").matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g);
  const found = [...imports].find(([, names = ""]) => names.split(",").some((one) => one.trim() === name));
  return found === undefined ? undefined : new URL(found[2] ?? "", `file:///${file}`).pathname.slice(1);
}

/** Reports whether a part of a file, or a component that it draws, takes input. */
function takesInput(part: string, file: string, seen = new Set<string>()): boolean {
  if (input.test(part)) return true;
  return [...part.matchAll(/<([A-Z]\w*)/g)].some(([, name = ""]) => {
    if (seen.has(`${file} ${name}`)) return false;
    seen.add(`${file} ${name}`);
    const at = declared(file, name) === undefined ? importedFrom(file, name) : file;
    return at !== undefined && takesInput(declared(at, name) ?? "", at, seen);
  });
}

it("a dialog with input asks before it is closed: it is an EntryDialog, or a FormDialog, which is one", () => {
  const dialogs = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(/<Dialog(Frame)?\b.*?<\/Dialog\1>/gs)].map(([dialog]) => ({ file, dialog })),
  );
  expect(dialogs.length).toBeGreaterThan(15);
  const found = dialogs.filter(({ file, dialog }) => takesInput(dialog, file)).map(({ file }) => file);
  expect(found.toSorted()).toEqual(Object.keys(unasked).toSorted());
});
