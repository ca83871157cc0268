import * as z from "zod";
import { SealError, type SealedField } from "@/service/secrets/seal";
import { sealedFor } from "@/service/secrets/kept-secrets";
import { NoSecretError, type Secrets } from "@/service/secrets/secrets";
import type { StoredChannel } from "@/service/store/alerts/alerts-store";
import type { Store } from "@/service/store/store";

const receiver = z.object({ url: z.string(), secret: z.string().optional() });

/** Where notifications of a channel are sent, and what they are signed with; formats without a signature have no secret. */
export type Receiver = z.infer<typeof receiver>;

/** What the receiver of a channel is sealed for. */
export const receiverField = (id: string): SealedField => ({ id, field: "alert_channels.receiver" });

/** Channels that are sealed at once. */
const AT_ONCE = 100;

/** A channel to be stored. Throws `invalid` for a field if there is no secret to seal its receiver with. */
export function sealedChannel(
  { id, format, ...given }: Pick<StoredChannel, "id" | "format"> & Receiver,
  secrets: Secrets,
  field: string,
): StoredChannel {
  return { id, format, url: originOf(given.url), sealedReceiver: sealedFor(field, () => seal(id, given, secrets)) };
}

/** Undefined if it was sealed with a secret that is not known. */
export function openReceiver(
  { id, url, secret, sealedReceiver }: StoredChannel,
  secrets: Secrets,
): Receiver | undefined {
  if (sealedReceiver === undefined) return { url, secret };
  try {
    return receiver.parse(JSON.parse(secrets.open(sealedReceiver, receiverField(id))));
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** Seals what was stored before receivers were sealed; without a secret it stays as it is. Whether there was something. */
export async function sealReceivers(
  store: Pick<Store, "unsealedChannels" | "sealChannel">,
  secrets: Secrets,
): Promise<boolean> {
  for (let sealed = 0; ;) {
    const channels = await store.unsealedChannels(AT_ONCE);
    for (const { project_id, id, url, secret } of channels) {
      try {
        await store.sealChannel(
          { project_id, id },
          { origin: originOf(url), sealed: seal(id, { url, secret }, secrets) },
        );
      } catch (error) {
        if (error instanceof NoSecretError) return false;
        throw error;
      }
    }
    sealed += channels.length;
    if (channels.length < AT_ONCE) return sealed > 0;
  }
}

const originOf = (url: string) => new URL(url).origin;

const seal = (id: string, { url, secret }: Receiver, secrets: Secrets) =>
  secrets.seal(JSON.stringify({ url, secret }), receiverField(id));
