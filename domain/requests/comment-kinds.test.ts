import { expect, it } from "vitest";

import { type CommentKind, openQuestions } from "./comment-kinds.ts";

const said = (key: string, kind: CommentKind, answersKey: string | null = null) => ({ key, kind, answersKey });

it("a question is open until it has an answer", () => {
  const comments = [said("a", "comment"), said("b", "question"), said("c", "question"), said("d", "answer", "c")];
  expect(openQuestions(comments).map(({ key }) => key)).toEqual(["b"]);
  expect(openQuestions([...comments, said("e", "answer", "b")])).toEqual([]);
});
