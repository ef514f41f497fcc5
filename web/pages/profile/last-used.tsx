import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

/** When somebody has signed in by it last, behind what it is. */
export function LastUsed({ at }: { readonly at: string | null }) {
  const say = useText();
  if (at === null) return <>, {say("profile.neverUsed")}</>;
  return (
    <>
      , {say("profile.lastUsed")} <Moment at={at} />
    </>
  );
}
