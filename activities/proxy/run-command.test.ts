import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { commandOutputBytesMax } from "#domain/checkout-limits.ts";
import { createScrubber } from "#platform/logs/scrub.ts";

import { toldOutput } from "./run-command.ts";

const password = "canary-of-the-account";
const scrub = createScrubber([new Secret(password)]);
const edgeBytes = 4096;

function told(stdout: string) {
  const { stdout: text, cut } = toldOutput({ exitCode: 0, stdout, stderr: "", cut: false }, scrub);
  return { text, cut };
}

test("a password that a command writes is taken out of both outputs", () => {
  const said = {
    exitCode: 1,
    stdout: `it is ${password}`,
    stderr: Buffer.from(password).toString("base64"),
    cut: false,
  };
  expect(toldOutput(said, scrub)).toEqual({ exitCode: 1, stdout: "it is [secret]", stderr: "[secret]", cut: false });
});

test("what fits is told whole, and of more the beginning", () => {
  const whole = "x".repeat(commandOutputBytesMax);
  expect(told(whole)).toEqual({ text: whole, cut: false });
  expect(told(`${whole}y`)).toEqual({ text: whole, cut: true });
});

test("half a character at the end is left out", () => {
  const { text, cut } = told(`${"x".repeat(commandOutputBytesMax - 1)}é`);
  expect({ text: text.length, last: text.at(-1), cut }).toEqual({
    text: commandOutputBytesMax - 1,
    last: "x",
    cut: true,
  });
});

test.each([1, password.length - 1, password.length])(
  "of a password of which the connector has cut off all but %i characters nothing is told",
  (kept) => {
    const asked = commandOutputBytesMax + edgeBytes;
    // Many whole passwords before it make the scrubbed text shorter than the reported part.
    const many = password.repeat(1_000).slice(0, Math.floor((asked - kept) / password.length) * password.length);
    const filling = "x".repeat(asked - kept - many.length);
    const { text, cut } = told(`${many}${filling}${password.slice(0, kept)}`);
    expect(cut).toBe(true);
    expect(text.replaceAll("[secret]", "")).toMatch(/^x*$/);
  },
);
