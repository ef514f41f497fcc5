import { Button, Title } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call } from "../../api/call.ts";
import type { AuthChain, AuthChainVersion } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { Dialog } from "../../components/dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableColumn, TableSource } from "../../table/table-column.ts";
import { ChainPicture } from "./chain-picture.tsx";

const ChainChangeDialog = openedLater(async () => (await import("./chain-change-dialog.tsx")).ChainChangeDialog);

interface Opened {
  readonly what: "steps" | "rollBack";
  readonly version: AuthChainVersion;
}

/** Versions of a chain; each can be inspected and restored. */
export function ChainVersions({ chain: { name, number } }: { readonly chain: AuthChain }) {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const mayRollBack = may("authchains_post_rollback");
  const source = useMemo(() => sourceOf(say, name, { mayRollBack, open: setOpened }), [say, name, mayRollBack]);
  const { what, version } = opened ?? {};
  return (
    <section aria-labelledby="versions-title" className="gatehouse-below">
      <Title headingLevel="h2" id="versions-title">
        {say("chain.versions")}
      </Title>
      <ResourceTable source={source} />
      {what === "steps" && version !== undefined ? (
        <Dialog title={say("chain.versionOf", { number: version.number, name })} isWide close={close}>
          {version.after === null ? <p>{say("chain.versionNothing")}</p> : <ChainPicture chain={version.after} />}
        </Dialog>
      ) : null}
      {what === "rollBack" && version !== undefined ? (
        <ChainChangeDialog
          title={say("chain.rollBackOf", { number: version.number })}
          explained={say("chain.rollBackExplained", { number: version.number, name })}
          callWith={(more) =>
            call("POST authChains()/rollBack", {
              key: name,
              body: { number: version.number, expectedNumber: number, ...more },
            })
          }
          close={close}
        />
      ) : null}
    </section>
  );
}

interface SourceTerms {
  readonly mayRollBack: boolean;
  open(opened: Opened): void;
}

function sourceOf(say: Say, name: string, { mayRollBack, open }: SourceTerms): TableSource<AuthChainVersion> {
  const rollBack: TableColumn<AuthChainVersion> = {
    name: "rollBack",
    title: "chain.rollBack",
    cell: (version) => (
      <Button
        variant="link"
        isInline
        aria-label={say("chain.rollBackOf", { number: version.number })}
        onClick={() =>
          open({
            what: "rollBack",
            version,
          })
        }
      >
        {say("chain.rollBack")}
      </Button>
    ),
  };
  return {
    name: "chainVersions",
    title: "chain.versions",
    path: pathOf("authChains()/versions", name),
    empty: "chain.noVersions",
    keyProperty: "key",
    usualOrder: "number desc",
    isSearched: false,
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "number",
        title: "chain.version",
        sortBy: "number",
        cell: (version) => (
          <Button
            variant="link"
            isInline
            aria-label={say("chain.showVersion", { number: version.number })}
            onClick={() =>
              open({
                what: "steps",
                version,
              })
            }
          >
            {version.number}
          </Button>
        ),
        text: ({ number }) => String(number),
      },
      {
        name: "action",
        title: "chain.versionAction",
        cell: ({ action }) => say(`chain.versionAction.${action}`),
        text: ({ action }) => say(`chain.versionAction.${action}`),
      },
      {
        name: "changedBy",
        title: "chain.changedBy",
        cell: ({ changedBy }) => changedBy,
        text: ({ changedBy }) => changedBy,
      },
      {
        name: "changedAt",
        title: "chain.changedAt",
        cell: ({ changedAt }) => <Moment at={changedAt} />,
        text: ({ changedAt }) => changedAt,
      },
      {
        name: "comment",
        title: "chain.comment",
        cell: ({ comment }) => comment,
        text: ({ comment }) => comment ?? "",
      },
      ...(mayRollBack ? [rollBack] : []),
    ],
  };
}
