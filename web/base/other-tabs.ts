/** What a tab tells the others of the same browser. */
export type TabNews = "signedIn" | "signedOut";

const channel = new BroadcastChannel("gatehouse-session");

/** Tells the other tabs. */
export function tellOtherTabs(news: TabNews): void {
  // A channel knows no origin but ours.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(news);
}

/** Hears what other tabs tell, until it is left. */
export function hearOtherTabs(listener: (news: TabNews) => void): () => void {
  const heard = ({ data }: MessageEvent<TabNews>) => listener(data);
  channel.addEventListener("message", heard);
  return () => channel.removeEventListener("message", heard);
}
