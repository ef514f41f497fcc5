import { Button, PageSection } from "@patternfly/react-core";
import { useState } from "react";

import type { Person } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { HelpWithPasswords } from "./help-with-passwords.tsx";
import { IdentifyCaller } from "./identify-caller.tsx";

const BlocksCard = openedLater(
  async () => (await withTexts("password-blocks", import("../password-blocks/blocks-card.tsx"))).BlocksCard,
);

const nobody: ReadonlySet<string> = new Set();

/** Page of the help desk: find a caller, verify their identity, then restore their access. */
export function HelpDeskPage() {
  const say = useText();
  const may = useMay();
  const [person, setPerson] = useState<Person>();
  return (
    <PageSection>
      <PageTitle name={say("helpDesk.title")} />
      {person === undefined ? (
        <>
          <p>{say("helpDesk.explained")}</p>
          <PersonPicker id="caller" label={say("helpDesk.find")} without={nobody} choose={setPerson} />
        </>
      ) : (
        <>
          <h2>{say("helpDesk.helping", { name: person.displayName ?? person.id, id: person.id })}</h2>
          <Button variant="link" isInline onClick={() => setPerson(undefined)}>
            {say("helpDesk.another")}
          </Button>
          <div className="gatehouse-columns gatehouse-below">
            {may("users_post_identify") ? <IdentifyCaller key={person.key} person={person} /> : null}
            <HelpWithPasswords key={`help-${person.key}`} person={person} />
            {may("passwordblocks_get_list") ? (
              <BlocksCard key={`blocks-${person.key}`} userKey={person.key} name={person.displayName ?? person.id} />
            ) : null}
          </div>
        </>
      )}
    </PageSection>
  );
}
