import type { PasswordBlock } from "../../api/model.ts";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

interface BlockPeriodProps {
  readonly block: Pick<PasswordBlock, "beginsAt" | "createdAt" | "endsAt">;
}

/** Times from and until which a block holds. */
export function BlockPeriod({ block: { beginsAt, createdAt, endsAt } }: BlockPeriodProps) {
  const say = useText();
  return (
    <>
      {say("passwordBlocks.from")} <Moment at={beginsAt ?? createdAt} />
      {", "}
      {endsAt === null ? (
        say("passwordBlocks.untilLifted")
      ) : (
        <>
          {say("passwordBlocks.to")} <Moment at={endsAt} />
        </>
      )}
    </>
  );
}
