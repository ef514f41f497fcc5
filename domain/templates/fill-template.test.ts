import { describe, expect, test } from "vitest";

import { fillTemplate, type TemplateOperation, type TemplateUse } from "./fill-template.ts";

const hourMs = 3_600_000;
const plain = { groupKey: null, account: null, attributes: {}, form: {}, until: null, forHours: null } as const;
const account: TemplateOperation = {
  ...plain,
  code: "ACUA",
  targetSystemKey: "T1",
  account: "ownOrCreated",
  attributes: { shortId: ["{profile.id}"], room: ["{form.seat}"], floor: [2] },
};
const member: TemplateOperation = {
  ...plain,
  code: "GRUA",
  targetSystemKey: "T1",
  groupKey: "G1",
  form: { center: "{profile.center}", note: "for {form.seat}" },
};

const use = (part: Partial<TemplateUse> = {}): TemplateUse => ({
  form: { seat: "B12" },
  profile: { id: ["anna"], center: ["4711"] },
  accountsOn: () => [],
  longestHours: null,
  nowMs: 0,
  ...part,
});

describe("operations of a request by a template", () => {
  test("have the values of form and profile, and the account that is created", () => {
    expect(fillTemplate([account, member], use())).toEqual({
      operations: [
        expect.objectContaining({
          code: "ACUA",
          accountKey: null,
          attributes: { shortId: ["anna"], room: ["B12"], floor: [2] },
        }),
        expect.objectContaining({ code: "GRUA", accountKey: null, form: { center: "4711", note: "for B12" } }),
      ],
    });
  });

  test("leave out the account of a recipient who has one", () => {
    const filled = fillTemplate([account, member], use({ accountsOn: () => ["a1"] }));
    expect(filled).toEqual({ operations: [expect.objectContaining({ code: "GRUA", accountKey: "a1" })] });
    expect(fillTemplate([account], use({ accountsOn: () => ["a1"] }))).toEqual({
      fault: expect.stringContaining("nothing to request"),
    });
  });

  test("leave out an attribute of an optional field without a value, and need values of the profile", () => {
    const filled = fillTemplate([{ ...account, attributes: { room: ["{form.none}"] } }], use());
    expect(filled).toEqual({ operations: [expect.objectContaining({ attributes: {} })] });
    expect(fillTemplate([member], use({ profile: {}, accountsOn: () => ["a1"] }))).toEqual({
      fault: "The profile of the recipient has no 'center'. Add it to the profile first.",
    });
    const several = use({ profile: { center: ["1", "2"] }, accountsOn: () => ["a1"] });
    expect(fillTemplate([member], several)).toEqual({ fault: expect.stringContaining("several values") });
  });

  test.each<[Partial<TemplateOperation>, { until: number | null; forHours: number | null }]>([
    [{}, { until: null, forHours: 10 }],
    [{ forHours: 5 }, { until: null, forHours: 5 }],
    [{ forHours: 20 }, { until: null, forHours: 10 }],
    [{ until: 9 * hourMs }, { until: 9 * hourMs, forHours: null }],
    [{ until: 11 * hourMs }, { until: null, forHours: 10 }],
  ])("with %j end at the longest time of the template at the latest", (part, end) => {
    const filled = fillTemplate(
      [{ ...member, ...part, form: {} }],
      use({ longestHours: 10, accountsOn: () => ["a1"] }),
    );
    expect(filled).toEqual({ operations: [expect.objectContaining(end)] });
  });
});
