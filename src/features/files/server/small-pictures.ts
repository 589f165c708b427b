import { setMaxListeners } from 'node:events'
import type { FileStore } from '#kit/server/files.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { openTurns } from '#kit/server/turns.ts'
import { picturesBusy } from '#features/files/messages.ts'

/** The longer side of the small versions of a picture: in tables, and on cards of a gallery. */
const longestSides = { thumb: 96, card: 480 } as const
export type SmallSize = keyof typeof longestSides

const keyOf = (key: string, size: SmallSize): string => `${key}.${size}.webp`

/** The storage keys of the small versions of a picture. */
export const smallKeysOf = (key: string): string[] => [keyOf(key, 'thumb'), keyOf(key, 'card')]

/** Pictures that decompress to more pixels than this are treated as decompression bombs. */
const maxPixels = 64_000_000
/** Pictures of more pixels, which may take 50 MB and more, are decoded one at a time. */
const largePixels = 12_000_000
const maxSeconds = 10
/** Decoded at once: at most one large picture, 260 MB, and one of 50 MB. */
const atOnce = 2
/** More pictures that wait are refused: a gallery shows 60 at a time. */
const maxWaiting = 600
/** Pictures that cannot be decoded, which are not tried again with each view. */
const maxUnreadable = 2000

/** What decodes pictures; tests count its calls. */
export type Decoder = {
  /** Pixels of a picture, read from its first bytes; undefined when it is none. */
  pixelsOf: (bytes: Uint8Array) => Promise<number | undefined>
  /** The picture with this longest side as WebP; rejects when it cannot be decoded. */
  shrink: (bytes: Uint8Array, longestSide: number) => Promise<Buffer>
}

export type SmallPictures = {
  /**
   * A small version of a stored picture; undefined when it cannot be made, and when `signal` is aborted. 404 for one of
   * too many pixels: a browser that got the whole picture for it would stop responding. 503 when too many wait.
   */
  read: (key: string, size: SmallSize, signal: AbortSignal) => Promise<Buffer | undefined>
}

/**
 * Small versions of stored pictures, made on first use and stored next to them. An original is decoded once, for the
 * larger version; whoever asks meanwhile waits for the same. A few are decoded at once, and what nobody waits for any
 * more is not.
 */
export function openSmallPictures(files: FileStore, { pixelsOf, shrink }: Decoder = sharpDecoder): SmallPictures {
  const tooLarge = new Set<string>()
  const decode = decodingInTurn(files, { pixelsOf, shrink }, (key) => remember(tooLarge, key))
  const making = new Map<string, { stop: AbortController; made: Promise<Buffer | undefined>; readers: number }>()
  const unreadable = new Set<string>()

  async function makeCard(key: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const stored = await files.read(keyOf(key, 'card'))
    if (stored) return stored
    const made = await decode(key, signal)
    if (made === 'broken') {
      // It has no small version; the stored file itself still opens.
      remember(unreadable, key)
      return undefined
    }
    if (made) await files.put(keyOf(key, 'card'), made, 'image/webp')
    return made
  }
  function cardOf(key: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const found = making.get(key)
    if (!found && making.size >= maxWaiting) throw new Problem(503, picturesBusy)
    const one = found ?? begin(key)
    one.readers++
    const leave = () => {
      if (--one.readers > 0) return
      making.delete(key)
      one.stop.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    return one.made.finally(() => signal.removeEventListener('abort', leave))
  }
  function begin(key: string) {
    const stop = new AbortController()
    // Both kinds of turns listen.
    setMaxListeners(4, stop.signal)
    const one = { stop, readers: 0, made: makeCard(key, stop.signal) }
    making.set(key, one)
    const end = () => {
      if (making.get(key) === one) making.delete(key)
    }
    one.made.then(end, end)
    return one
  }
  return {
    read: async (key, size, signal) => {
      const stored = await files.read(keyOf(key, size))
      if (stored || signal.aborted) return stored
      const card = unreadable.has(key) ? undefined : await cardOf(key, signal)
      if (!card && tooLarge.has(key)) throw notFound()
      if (!card || size === 'card') return card
      const thumb = await shrink(card, longestSides.thumb)
      await files.put(keyOf(key, 'thumb'), thumb, 'image/webp')
      return thumb
    },
  }
}

/**
 * Returns what makes the larger small version of a stored picture when its turn has come; undefined where it cannot be made.
 * `onTooLarge` hears of pictures of too many pixels.
 */
function decodingInTurn(files: FileStore, { pixelsOf, shrink }: Decoder, onTooLarge: (key: string) => void) {
  const turns = openTurns(atOnce)
  const largeTurns = openTurns(1)
  const cardFrom = (original: Buffer) => shrink(original, longestSides.card).catch(ifBroken)
  // The original, up to 10 MB, is read only when its turn has come.
  return async (key: string, signal: AbortSignal): Promise<Buffer | 'broken' | undefined> => {
    if (!(await turns.take(signal))) return undefined
    try {
      const original = await files.read(key)
      const pixels = original && (await pixelsOf(original))
      if (!original || pixels === undefined) return 'broken'
      if (pixels > maxPixels) {
        onTooLarge(key)
        return 'broken'
      }
      if (pixels <= largePixels) return await cardFrom(original)
      if (!(await largeTurns.take(signal))) return undefined
      try {
        return await cardFrom(original)
      } finally {
        largeTurns.free()
      }
    } finally {
      turns.free()
    }
  }
}

/** What the decoder says of a picture that it cannot read. Out of time on a busy machine says nothing of the picture. */
function ifBroken(problem: unknown): 'broken' | undefined {
  return problem instanceof Error && /timeout: \d+% complete/.test(problem.message) ? undefined : 'broken'
}

function remember(keys: Set<string>, key: string): void {
  keys.add(key)
  const [oldest] = keys
  if (keys.size > maxUnreadable) keys.delete(oldest!)
}

const sharpDecoder: Decoder = {
  pixelsOf: async (bytes) => {
    const { default: sharp } = await loadSharp()
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => ({ width: 0, height: 0 }))
    return width * height || undefined
  },
  shrink: async (bytes, longestSide) => {
    const { default: sharp } = await loadSharp()
    return sharp(bytes, { limitInputPixels: maxPixels })
      .timeout({ seconds: maxSeconds })
      .rotate()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  },
}

/** On first use: the library takes 7 MB. */
const loadSharp = () => import('sharp')
