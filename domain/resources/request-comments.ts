import { commentKindNames, commentKinds } from "../requests/comment-kinds.ts";
import { guid, longText, oneOf, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

const kinds = commentKindNames.map((name) => `${name}, ${commentKinds[name]}`).join("; ");

/** Comments of users on requests, which decide nothing. */
export const requestComments = resource("requestComments", {
  class: "append",
  holds: "data",
  key: "key",
  entity: { type: "RequestComment", key: "commentKey" },
  properties: {
    key: guid().policy().shown("Key of the comment."),
    requestKey: guid().policy().shown("Key of the request."),
    kind: oneOf(commentKindNames).policy().shown(`Kind of the comment: ${kinds}.`),
    userKey: guid().policy().shown("Key of the author."),
    text: longText().shown("Text of the comment."),
    answersKey: guid().optional().shown("Key of the question that the comment answers; null if none."),
    writtenAt: time().shown("Time of the comment."),
  },
  relations: {
    request: one("requests", "requestKey"),
    person: one("users", "userKey"),
  },
  indexes: [index("requestKey")],
  policies: { requestComment: {} },
});
