// A WebM file of one video track: the elements of Matroska (RFC 9559) that a player needs to play it and to go to a place.

/** A picture as the encoder made it. */
export interface Chunk {
  readonly bytes: Uint8Array;
  /** It can be shown without those before it. */
  readonly key: boolean;
}

export interface Track {
  /** As Matroska calls it: `V_VP9`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** How long each picture stays, in milliseconds. */
  readonly frameMs: number;
  readonly title: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

const ID = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  title: 0x7ba9,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/** One millisecond, in nanoseconds. */
const MILLISECOND = 1_000_000;

/** The file of these pictures, of which the first is a key. A cluster begins at each key, and can be gone to. */
export function webm(chunks: readonly Chunk[], track: Track): Blob {
  const clusters = clustersOf(chunks, track.frameMs);
  const front = [info(chunks.length * track.frameMs, track.title), tracks(track)];
  const before = lengthOf(front) + cues(clusters.map(({ time }) => ({ time, position: 0 }))).length;
  let position = before;
  const places = clusters.map(({ time, bytes }) => {
    const at = { time, position };
    position += bytes.length;
    return at;
  });
  const segment = element(ID.segment, ...front, cues(places), ...clusters.map(({ bytes }) => bytes));
  return new Blob([header(), segment], { type: "video/webm" });
}

interface Cluster {
  /** Of its first picture, in milliseconds. */
  readonly time: number;
  readonly bytes: Bytes;
}

function clustersOf(chunks: readonly Chunk[], frameMs: number): Cluster[] {
  const firsts = chunks.flatMap(({ key }, i) => (key || i === 0 ? [i] : []));
  return firsts.map((first, i) => {
    const time = first * frameMs;
    const blocks = chunks.slice(first, firsts[i + 1]).map(({ bytes, key }, k) => {
      const head = new DataView(new ArrayBuffer(4));
      head.setUint8(0, 0x81);
      head.setInt16(1, k * frameMs);
      head.setUint8(3, key ? 0x80 : 0);
      return element(ID.simpleBlock, new Uint8Array(head.buffer), bytes);
    });
    return { time, bytes: element(ID.cluster, number(ID.timestamp, time), ...blocks) };
  });
}

function header(): Bytes {
  return element(
    ID.ebml,
    number(ID.ebmlVersion, 1),
    number(ID.ebmlReadVersion, 1),
    number(ID.ebmlMaxIdLength, 4),
    number(ID.ebmlMaxSizeLength, 8),
    text(ID.docType, "webm"),
    number(ID.docTypeVersion, 2),
    number(ID.docTypeReadVersion, 2),
  );
}

function info(milliseconds: number, title: string): Bytes {
  const duration = new DataView(new ArrayBuffer(8));
  duration.setFloat64(0, milliseconds);
  return element(
    ID.info,
    number(ID.timestampScale, MILLISECOND),
    element(ID.duration, new Uint8Array(duration.buffer)),
    text(ID.title, title),
    text(ID.muxingApp, "Sublevel"),
    text(ID.writingApp, "Sublevel"),
  );
}

function tracks({ codec, width, height }: Track): Bytes {
  const video = element(ID.video, number(ID.pixelWidth, width), number(ID.pixelHeight, height));
  return element(
    ID.tracks,
    element(
      ID.trackEntry,
      number(ID.trackNumber, 1),
      number(ID.trackUid, 1),
      number(ID.trackType, 1),
      text(ID.codecId, codec),
      video,
    ),
  );
}

/** Where clusters are, counted from the first byte inside the segment. As long, whatever the places are. */
function cues(places: readonly { readonly time: number; readonly position: number }[]): Bytes {
  return element(
    ID.cues,
    ...places.map(({ time, position }) =>
      element(
        ID.cuePoint,
        number(ID.cueTime, time),
        element(ID.cueTrackPositions, number(ID.cueTrack, 1), number(ID.cueClusterPosition, position)),
      ),
    ),
  );
}

function text(id: number, value: string): Bytes {
  return element(id, new TextEncoder().encode(value));
}

/** A whole number, always in eight bytes. */
function number(id: number, value: number): Bytes {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, BigInt(Math.round(value)));
  return element(id, new Uint8Array(bytes.buffer));
}

/** Id, size (always in eight bytes) and content. */
function element(id: number, ...content: readonly Uint8Array[]): Bytes {
  const digits = id.toString(16);
  const named = Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, (1n << 56n) | BigInt(lengthOf(content)));
  const all = [Uint8Array.from(named), new Uint8Array(size.buffer), ...content];
  const bytes = new Uint8Array(lengthOf(all));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
