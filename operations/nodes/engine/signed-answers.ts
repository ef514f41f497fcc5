import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { type SignedAnswer, signedAnswerText } from "#domain/nodes/node-call.ts";
import { isSignedByNode, type NodeKeys, signAsNode } from "#platform/nodes/node-keys.ts";

/** Kind of call that is answered by a signed text. */
type SignedCall = Parameters<typeof signedAnswerText>[0];

/** Answers a call of another node with a content that this node signs. */
export function signAnswer(call: SignedCall, answer: object, keys: NodeKeys): SignedAnswer {
  const content = JSON.stringify(answer);
  return { content, signature: signAsNode(keys, signedAnswerText(call, content)) };
}

/** Expected signature of an answer. */
interface Expected<T> {
  readonly call: SignedCall;
  /** Returns the key that must have signed an answer. */
  signingKey(answer: T): string;
}

const signedShape: z.ZodType<SignedAnswer> = z.strictObject({ content: z.string(), signature: z.string() });

/**
 * Reads a signed answer of another node.
 * @throws NODE_ANSWER_REFUSED
 */
export function readSigned<T>({ call, signingKey }: Expected<T>, shape: z.ZodType<T>, text: string): T {
  const { content, signature } = parsed(signedShape, text);
  const answer = parsed(shape, content);
  if (!isSignedByNode({ signingKey: signingKey(answer) }, signedAnswerText(call, content), signature))
    throw refusedAnswer("its signature is wrong");
  return answer;
}

function parsed<T>(shape: z.ZodType<T>, text: string): T {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw refusedAnswer("its form is not that of an answer");
  }
}

/** Makes the refusal of an answer of another node. */
export function refusedAnswer(reason: string): ServiceError {
  return new ServiceError("NODE_ANSWER_REFUSED", {
    message: `The answer of the other node was refused: ${reason}. Nothing was changed here.`,
  });
}
