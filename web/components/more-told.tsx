import { useText } from "../messages/text.ts";

/** Number of shown items and of all; nothing if all are shown. */
export function MoreTold({ shown, count }: { readonly shown: number; readonly count: number }) {
  const say = useText();
  return shown < count ? <p className="gatehouse-small">{say("part.more", { shown, count })}</p> : null;
}
