import { PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";

import { chainQuery, chainsPath } from "../../api/auth-chains.ts";
import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { AuthChain } from "../../api/model.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { MarkedWords, useOwnWords } from "../../messages/own-words.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ChainActions } from "./chain-actions.tsx";
import { ChainPicture } from "./chain-picture.tsx";
import { ChainVersions } from "./chain-versions.tsx";
import { ChainWarnings } from "./chain-warnings.tsx";
import { chainDescription, inForceWords, selectorWords } from "./chain-words.ts";
import { textOf } from "./written-chain.ts";

const ChainEditor = openedLater(async () => (await import("./chain-editor.tsx")).ChainEditor);

/** Page of a chain: a picture of the active version, the editor, and the versions. */
export function ChainPage() {
  const say = useText();
  const may = useMay();
  const { name = "" } = useParams();
  const read = useQuery(chainQuery(name));
  const chain = present(read);
  const [isEditing, setEditing] = useState(false);
  return (
    <PageSection>
      <EntityHeader
        name={name}
        list={{ path: paths.chains, title: "chains.title" }}
        {...(chain !== undefined && { actions: <ChainActions chain={chain} edit={() => setEditing(true)} /> })}
      />
      <EntityStanding entity={read} unreadable={say("chain.unreadable")} gone={say("chain.gone")} />
      {chain === undefined ? null : (
        <>
          {chain.fault === null ? null : (
            <Notice kind="danger" title={say("chain.fault")}>
              <p lang="en">{chain.fault}</p>
            </Notice>
          )}
          <ChainWarnings warnings={chain.warnings} />
          <ChainFacts chain={chain} />
          <Title headingLevel="h2">{say("chain.picture")}</Title>
          {isEditing ? (
            <EditedChain chain={chain} close={() => setEditing(false)} />
          ) : chain.inForce === null ? (
            <p>{say("chain.nothingInForce")}</p>
          ) : (
            <ChainPicture chain={chain.inForce} />
          )}
          {may("authchains_versions_get_list") ? <ChainVersions chain={chain} /> : null}
        </>
      )}
    </PageSection>
  );
}

function ChainFacts({ chain }: { readonly chain: AuthChain }) {
  const say = useText();
  const own = useOwnWords();
  const shown = chain.inForce ?? chain.stored;
  return (
    <Facts
      facts={[
        { term: say("chain.inForce"), value: inForceWords(chain, say) },
        ...(shown === null
          ? []
          : [
              { term: say("chain.description"), value: <MarkedWords {...chainDescription(chain, own)} /> },
              { term: say("chain.purpose"), value: say(`chain.purpose.${shown.purpose}`) },
              { term: say("chain.position"), value: shown.position },
              { term: say("chain.selectors"), value: selectorWords(shown.selectors, say) },
            ]),
      ]}
    />
  );
}

function EditedChain({ chain: opened, close }: { readonly chain: AuthChain; close(): void }) {
  // The editor changes the version that was read when it was opened.
  const [chain] = useState(opened);
  const { mutate, isPending, error } = useChanging([chainsPath]);
  const shown = chain.stored ?? chain.inForce;
  return (
    <ChainEditor
      name={chain.name}
      initial={shown === null ? "{}" : textOf(shown)}
      isEnabled={chain.enabled}
      isPending={isPending}
      error={error}
      close={close}
      save={(edited) =>
        mutate(call("PATCH authChains()", { key: chain.name, body: { ...edited, expectedNumber: chain.number } }), {
          onSuccess: close,
        })
      }
    />
  );
}
