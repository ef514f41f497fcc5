import { BerReader, type Client } from "ldapts";

import { ConnectorError } from "#connectors/contract/index.ts";

// Result code that refers to another server.
const referral = 10;

const referralTag = 0xa3;

interface Answer {
  status?: number;
  errorMessage?: string;
}

/** Parser of the library. It reads an answer up to the server's message and drops the addresses after it, so they are read here. */
interface Parser {
  _getMessageFromProtocolOperation(id: number, operation: number, reader: BerReader, sent: unknown): Answer;
}

/** Makes a client keep the addresses of other servers, to which an answer refers, in the message of the answer. */
export function keepReferrals(client: Client): void {
  const { messageParser } = client as unknown as { readonly messageParser: Parser };
  const read = messageParser._getMessageFromProtocolOperation.bind(messageParser);
  messageParser._getMessageFromProtocolOperation = (id, operation, reader, sent) => {
    const answer = read(id, operation, reader, sent);
    if (answer.status !== referral) return answer;
    const places = placesOf(reader.buffer);
    const words = `This server does not do that itself; it points to ${places.join(" and ") || "another one"}.`;
    answer.errorMessage = [answer.errorMessage, words].filter((text) => text).join(" ");
    return answer;
  };
}

/** Returns the addresses in an answer. Source: RFC 4511 4.1.9 and 4.1.10. */
function placesOf(message: Buffer): string[] {
  const reader = new BerReader(message);
  reader.readSequence();
  reader.readInt();
  reader.readSequence();
  const places: string[] = [];
  reader.readEnumeration();
  reader.readString();
  reader.readString();
  if (reader.peek() !== referralTag) return places;
  reader.readSequence();
  const end = reader.offset + reader.length;
  while (reader.offset < end) places.push(reader.readString() ?? "");
  return places;
}

/** Makes the error of a search that lies partly on other servers, to which the server refers. */
export function elsewhere(base: string, places: readonly string[]): ConnectorError {
  const words = `A part of ${base} is not on this server; it points to ${[...new Set(places)].join(" and ")}. Name a container that is wholly on one server.`;
  return new ConnectorError("config", words, { targetCode: referral });
}
