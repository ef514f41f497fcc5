import type { PluginOperation, PluginRequest, PluginUser } from "#plugins/contract/request.ts";

/** Requester in the samples. */
export const ada: PluginUser = { key: "u-ada", id: "ada", displayName: "Ada Abel" };
/** Approver in the samples. */
export const bob: PluginUser = { key: "u-bob", id: "bob", displayName: null };

/** The same approver, as services return him. */
export const knownBob = { ...bob, managerKey: "u-cy", disabled: false };

/** Requested operation in the samples. */
export const joinsGroup: PluginOperation = {
  code: "GRUA",
  targetSystemKey: "HR",
  accountKey: "a-ada",
  groupKey: "g-staff",
  roleKey: null,
  attributes: {},
};

/** The request of the samples. */
export const sampleRequest: PluginRequest = {
  key: "r-1",
  number: "20300131-1",
  requester: ada,
  recipient: ada,
  reason: "I begin in March.",
  operations: [joinsGroup],
};
