import { expect, test } from "vitest";

import { exceptionsOf, rulesToExcept } from "./exceptions.ts";

test("the rules that take exceptions are read from a refusal, and no other", () => {
  const details = [
    { code: "SOD_EXCEPTION_NEEDED", target: "sodRules(r1)", message: "" },
    { code: "SOD_FORBIDDEN", target: "sodRules(r2)", message: "" },
    { code: "SOD_EXCEPTION_NEEDED", target: "operations/0", message: "" },
  ];
  expect(rulesToExcept({ details })).toEqual(["r1"]);
});

test("an exception is asked for only for the recipient who was refused, once a control was entered", () => {
  const one = { sodRuleKey: "r1", recipientKey: "ada", control: " four eyes ", hours: "24" };
  const draft = { recipients: [], wishes: [], reason: "", exceptions: [one] };
  expect(exceptionsOf(draft, "ada")).toEqual([{ code: "AESOD", sodRuleKey: "r1", control: "four eyes", forHours: 24 }]);
  expect(exceptionsOf(draft, "bob")).toEqual([]);
  expect(exceptionsOf({ ...draft, exceptions: [{ ...one, control: " " }] }, "ada")).toEqual([]);
  expect(exceptionsOf({ recipients: [], wishes: [], reason: "" }, "ada")).toEqual([]);
});
