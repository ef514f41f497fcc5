import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.{test,fixture}.ts", "!../dist/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/**
 * Returns the sentences in a file of code, which cannot be translated there. Errors about bugs of the pages begin with a small letter, and
 * so do texts that are sent to the service.
 */
function sentencesIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const texts = [...code.matchAll(/"((?:[^"\n\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, text, template]) => text ?? template ?? "",
  );
  return texts.filter((text) => /^\p{Lu}\p{L}*(?:,? [\p{L}\p{N}’'${}().]+){2,}/u.test(text));
}

it("finds a sentence", () => {
  expect(sentencesIn('return { problem: "The text must be an object." };')).toEqual(["The text must be an object."]);
  expect(sentencesIn("title={`Remove ${name} for ever`}")).toEqual(["Remove ${name} for ever"]);
  expect(sentencesIn('say("action.goOn"); throw new Error("the page has no place");')).toEqual([]);
});

it.each(Object.entries(sources))("%s says nothing that is not in the files of texts", (_file, source) => {
  expect(sentencesIn(source)).toEqual([]);
});
