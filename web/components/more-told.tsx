import { useText } from "../messages/text.ts";

/** Says how many of how many are shown, where those are not all. */
export function MoreTold({ shown, count }: { readonly shown: number; readonly count: number }) {
  const say = useText();
  return shown < count ? <p className="gatehouse-small">{say("part.more", { shown, count })}</p> : null;
}
