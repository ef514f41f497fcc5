import { useQuery } from "@tanstack/react-query";

import type { Authorizer } from "../../api/model.ts";
import { namesQuery } from "../../api/person-names.ts";
import { useText } from "../../messages/text.ts";
import { AuthorizerPicker } from "../phases/authorizer-picker.tsx";
import { authorizerWords } from "../phases/authorizer-words.ts";

/** Properties of the fields for another approver. */
export interface OtherAuthorizerProps {
  readonly other: Authorizer | undefined;
  choose(other: Authorizer): void;
}

/** Fields that name another approver of the requests on a new target system. */
export function OtherAuthorizer({ other, choose }: OtherAuthorizerProps) {
  const say = useText();
  const names = useQuery(namesQuery([other?.userKey ?? []].flat()));
  return (
    <>
      <p role="status">{other === undefined ? "" : authorizerWords(other, names.data, say)}</p>
      <AuthorizerPicker id="who-decides" without={new Set()} choose={choose} />
    </>
  );
}
