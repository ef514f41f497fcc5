import { secondFactors } from "../../credential-types.ts";
import { guid, oneOf, sealed, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Second factors that users have begun to enroll and not confirmed yet: one of each type, the later one counts. */
export const credentialEnrolments = resource("credentialEnrolments", {
  class: "local",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    userKey: guid(),
    type: oneOf(secondFactors),
    /** Secret from which one-time codes are computed, or the challenge that a passkey signs. */
    secret: sealed(),
    expiresAt: time(),
  },
  indexes: [unique("notShared", "userKey", "type"), index("expiresAt")],
});
