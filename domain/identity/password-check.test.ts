import { expect, test } from "vitest";

import { codes } from "#connectors/contract/index.ts";

import { checkAnswer } from "./password-check.ts";

const answers = Object.groupBy(Object.keys(codes), (errorCode) => checkAnswer({ result: "F", errorCode }) ?? "none");

test("a target says that a password is wrong by what it says of the account, and every other failure is its own", () => {
  expect(answers.wrong?.toSorted()).toEqual(["currentPassword", "invalidValue", "notFound", "policy"]);
  expect(Object.keys(answers).toSorted()).toEqual(["away", "wrong"]);
});

test("without a word there is no answer, and a failure that names no code is no word about the password", () => {
  expect(checkAnswer({ result: null, errorCode: null })).toBeUndefined();
  expect(checkAnswer({ result: "F", errorCode: null })).toBe("away");
  expect(checkAnswer({ result: null, errorCode: "busy" })).toBe("away");
  expect(checkAnswer({ result: "S", errorCode: null })).toBe("right");
});
