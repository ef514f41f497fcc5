import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { isOffered } from "../../api/offered.ts";
import { blocksOfUserQuery } from "../../api/password-blocks.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { BlockPeriod } from "./block-period.tsx";

const BlockDialog = openedLater(async () => (await import("./block-dialog.tsx")).BlockDialog);
const LiftDialog = openedLater(async () => (await import("./lift-dialog.tsx")).LiftDialog);

interface BlocksCardProps {
  readonly userKey: string;
  readonly name: string;
}

/** Blocks of password resets of a user that hold or will hold, with what creates and lifts one. */
export function BlocksCard({ userKey, name }: BlocksCardProps) {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [lifted, setLifted] = useState<string>();
  return (
    <>
      <PartCard
        title={say("passwordBlocks.title")}
        rows={useQuery(blocksOfUserQuery(userKey))}
        empty={say("passwordBlocks.noneOfUser")}
        footer={
          may("passwordblocks_post_create") ? (
            <Button variant="secondary" onClick={() => setAdding(true)}>
              {say("passwordBlocks.add")}
            </Button>
          ) : undefined
        }
      >
        {(blocks) => (
          <ul className="gatehouse-plain-list">
            {blocks.map((block) => (
              <li key={block.key}>
                {block.reason} <BlockPeriod block={block} />{" "}
                {isOffered(block, "lift") ? (
                  <Button variant="link" isInline onClick={() => setLifted(block.key)}>
                    {say("passwordBlocks.lift")}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </PartCard>
      {isAdding ? <BlockDialog user={{ key: userKey, name }} close={() => setAdding(false)} /> : null}
      {lifted === undefined ? null : <LiftDialog blockKey={lifted} close={() => setLifted(undefined)} />}
    </>
  );
}
