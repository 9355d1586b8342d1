// Sharing a link or a text by whatever means the device has.
import { copyText } from "./clipboard";

export const canShare = (): boolean => "share" in navigator;

/** Open the device's share sheet, or else copy a text; return whether it was copied. */
export async function shareOrCopy(what: ShareData, text: string): Promise<boolean> {
  if (canShare()) {
    try {
      await navigator.share(what);
      return false;
    } catch (error) {
      // No message if somebody cancels the share sheet.
      if (error instanceof DOMException && error.name === "AbortError") return false;
    }
  }
  return copyText(text);
}
