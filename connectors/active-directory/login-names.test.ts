import { UnwillingToPerformError } from "ldapts";
import { expect, test } from "vitest";

import type { ObjectKind } from "./address.ts";
import { sayingWhatNamesAre } from "./login-names.ts";

const kind = { type: "account" } as ObjectKind;
const refuse = (words: string) => () => Promise.reject(new UnwillingToPerformError(words));

test("a name that a controller refuses by a number is told by the rule of names", async () => {
  const words = "00000523: SysErr: DSID-031A1254, problem 22 (Invalid argument), data 0";
  const name = "maximiliane.von-hohenberg";
  await expect(sayingWhatNamesAre(kind, name, refuse(words))).rejects.toMatchObject({
    code: "invalidValue",
    targetCode: "00000523",
    message: expect.stringMatching(/"maximiliane.von-hohenberg" of 25 characters.*at most 20 characters.*SysErr/),
  });
});

test("any other refusal stays what it is, and a name that is taken is no refusal", async () => {
  const words = "0000052D: SvcErr: DSID-031A12D2, problem 5003 (WILL_NOT_PERFORM), data 0";
  await expect(sayingWhatNamesAre(kind, "ada", refuse(words))).rejects.toThrow(UnwillingToPerformError);
  await expect(sayingWhatNamesAre(kind, "ada", () => Promise.resolve())).resolves.toBeUndefined();
});
