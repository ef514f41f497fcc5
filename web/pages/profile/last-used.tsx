import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

/** Time of the last sign-in with a credential, shown after its name. */
export function LastUsed({ at }: { readonly at: string | null }) {
  const say = useText();
  if (at === null) return <>, {say("profile.neverUsed")}</>;
  return (
    <>
      , {say("profile.lastUsed")} <Moment at={at} />
    </>
  );
}
