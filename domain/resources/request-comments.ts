import { commentKindNames, commentKinds } from "../requests/comment-kinds.ts";
import { guid, longText, oneOf, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

const kinds = commentKindNames.map((name) => `${name}, ${commentKinds[name]}`).join("; ");

/** Comments of users on requests, which decide nothing. */
export const requestComments = resource("requestComments", {
  class: "append",
  key: "key",
  entity: { type: "RequestComment", key: "commentKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    requestKey: guid().policy().shown("The request."),
    kind: oneOf(commentKindNames).policy().shown(`What it is: ${kinds}.`),
    userKey: guid().policy().shown("Who said it."),
    text: longText().shown("What was said."),
    answersKey: guid().optional().shown("The question that it answers; null = none."),
    writtenAt: time().shown("When."),
  },
  relations: {
    request: one("requests", "requestKey"),
    person: one("users", "userKey"),
  },
  indexes: [index("requestKey")],
  policies: { requestComment: {} },
});
