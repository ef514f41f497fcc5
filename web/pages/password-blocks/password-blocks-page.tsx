import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { PasswordBlock } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { blockSelect, blockStates, passwordBlocksPath } from "../../api/password-blocks.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

const BlockDialog = openedLater(async () => (await import("./block-dialog.tsx")).BlockDialog);
const LiftDialog = openedLater(async () => (await import("./lift-dialog.tsx")).LiftDialog);

/** Page of the blocks of password resets. */
export function PasswordBlocksPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [lifted, setLifted] = useState<string>();
  const source = useMemo(() => sourceOf(say, setLifted), [say]);
  return (
    <PageSection>
      <PageTitle name={say("passwordBlocks.title")} />
      <ResourceTable
        source={source}
        add={
          !may("passwordblocks_post_create") ? null : (
            <Button variant="primary" onClick={() => setAdding(true)}>
              {say("passwordBlocks.add")}
            </Button>
          )
        }
      />
      {isAdding ? <BlockDialog close={() => setAdding(false)} /> : null}
      {lifted === undefined ? null : <LiftDialog blockKey={lifted} close={() => setLifted(undefined)} />}
    </PageSection>
  );
}

function sourceOf(say: Say, lift: (key: string) => void): TableSource<PasswordBlock> {
  return {
    name: "passwordBlocks",
    title: "passwordBlocks.title",
    path: passwordBlocksPath,
    empty: "passwordBlocks.none",
    keyProperty: "key",
    usualOrder: "createdAt desc",
    select: blockSelect,
    expand: "user,account,createdBy",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "of",
        title: "passwordBlocks.of",
        cell: (block) => <Subject block={block} />,
        text: ({ user, account }) => user?.id ?? account?.shortId ?? "",
      },
      {
        name: "reason",
        title: "passwordBlocks.reason",
        cell: ({ reason }) => reason,
        text: ({ reason }) => reason,
      },
      {
        name: "from",
        title: "passwordBlocks.from",
        cell: ({ beginsAt, createdAt }) => <Moment at={beginsAt ?? createdAt} />,
        text: ({ beginsAt, createdAt }) => beginsAt ?? createdAt,
      },
      {
        name: "to",
        title: "passwordBlocks.to",
        cell: ({ endsAt }) => (endsAt === null ? "–" : <Moment at={endsAt} />),
        text: ({ endsAt }) => endsAt ?? "",
      },
      {
        name: "by",
        title: "passwordBlocks.by",
        cell: ({ createdBy }) => <PersonName person={createdBy} />,
        text: ({ createdBy }) => createdBy?.id ?? "",
      },
      {
        name: "lifted",
        title: "passwordBlocks.lifted",
        cell: (block) => <Lifted block={block} lift={lift} />,
        text: ({ liftedAt }) => liftedAt ?? "",
      },
    ],
    filters: [
      {
        name: "state",
        title: "passwordBlocks.state",
        choices: (["open", "over", "lifted"] as const).map((state) => ({
          value: state,
          text: `passwordBlocks.state.${state}` as const,
          where: blockStates[state],
        })),
      },
    ],
  };
}

function Subject({ block: { user, account, userKey } }: { readonly block: PasswordBlock }) {
  const say = useText();
  const may = useMay();
  if (userKey !== null && may("users_patch_update"))
    return (
      <Link to={paths.person(userKey)}>
        <PersonName person={user} />
      </Link>
    );
  if (userKey !== null) return <PersonName person={user} />;
  if (!account) return say("passwordBlocks.account");
  return (
    <Link to={paths.account(account.key)}>
      {say("account.on", { account: account.shortId, target: account.targetSystemKey })}
    </Link>
  );
}

function Lifted({ block, lift }: { readonly block: PasswordBlock; lift(key: string): void }) {
  const say = useText();
  if (block.liftedAt !== null) return <Moment at={block.liftedAt} />;
  if (!isOffered(block, "lift")) return "–";
  return (
    <Button variant="link" isInline onClick={() => lift(block.key)}>
      {say("passwordBlocks.lift")}
    </Button>
  );
}
