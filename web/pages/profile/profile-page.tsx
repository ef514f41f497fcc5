import { PageSection, Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { credentialsQuery } from "../../api/credentials.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { OneTimeCodes } from "./one-time-codes.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Questions } from "./questions.tsx";

const BlocksCard = openedLater(
  async () => (await withTexts("password-blocks", import("../password-blocks/blocks-card.tsx"))).BlocksCard,
);

/** Page of the user's credentials beside the password. */
export function ProfilePage() {
  const say = useText();
  const { user } = useSession();
  const may = useMay();
  const { data, error } = useQuery(credentialsQuery(user.key));
  return (
    <PageSection>
      <PageTitle name={say("profile.title")} />
      {error === null ? null : <ErrorAlert error={error} />}
      {data === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} />
      ) : (
        <div className="gatehouse-columns">
          <Questions questions={data.filter((one) => one.type === "Question")} />
          <OneTimeCodes codes={data.filter((one) => one.type === "OneTimeCode")} />
          <Passkeys passkeys={data.filter((one) => one.type === "Passkey")} />
          {may("passwordblocks_get_list") ? <BlocksCard userKey={user.key} name={user.displayName ?? user.id} /> : null}
        </div>
      )}
    </PageSection>
  );
}
