import type { CallState } from "./call-state.ts";
import type { RouteAnswer } from "./route.ts";

/** Makes an answer that of the call, with the headers that stood before it was there. */
export function putAnswer(state: CallState, answer: RouteAnswer): void {
  const { headers } = state;
  state.answer = headers === undefined ? answer : { ...answer, headers: Object.assign(headers, answer.headers) };
}
