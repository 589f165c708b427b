import { Skeleton } from '@mantine/core'
import { useCallbackRef, useElementSize, useMergedRef } from '@mantine/hooks'
import { IconPhoto } from '@tabler/icons-react'
import {
  type FocusEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { PriorityMark, StatusMark, thumbnailOf } from '#kit/web/cells.tsx'
import { chunksOf } from '#kit/web/chunks-of.ts'
import { ListFoot } from '#kit/web/ListFoot.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import { type Beside, besideKeys, type Selection } from '#kit/web/record-parts.ts'
import type { List } from '#kit/web/use-list.ts'
import { useRowKeys } from '#kit/web/use-row-keys.ts'
import { useVirtualItems } from '#kit/web/use-virtual-items.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Role } from '#vocabulary/roles.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import type { CardSize } from './dashboard-view.ts'
import { captionOf, type Finding } from './finding.ts'
import classes from './FindingGallery.module.css'
import { GenuineHead } from './GenuineHead.tsx'
import { rowNotes } from './slots.ts'
import { SwipeHint } from './SwipeHint.tsx'
import { texts } from './texts.ts'
import { swipeChoices, useSwipe } from './use-swipe.tsx'

/** Pixels of a card: its least width, and its height. */
const sizes: Record<CardSize, { width: number; height: number }> = {
  S: { width: 104, height: 108 },
  M: { width: 168, height: 216 },
  L: { width: 264, height: 332 },
}
const gap = 8

type Props = {
  platform: FindingPlatformDefinition
  label: string
  list: List<Finding>
  size: CardSize
  selection: Selection | undefined
  beside: Beside
  /** Decides on a finding; a Client does it on a phone by swiping its card. */
  decide: (row: Finding, status: string) => void
  /** Shown when there are no findings. */
  empty: ReactNode
  /** At the end of the line below the pictures. */
  children?: ReactNode
}

/** Findings as pictures, with the filters, the selection and the keys of the table. Only visible cards are rendered. */
export function FindingGallery({ platform, label, list, size, selection, beside, decide, empty, children }: Props) {
  const { role } = useSession()
  const swipe = useCallbackRef(decide)
  const scroller = useRef<HTMLDivElement>(null)
  const asPage = useNarrow()
  const { box, perLine, lines, cardHeight, view } = useCardLines(list, { size, scroller, asPage })
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows])
  const keys = useRowKeys({
    ids,
    perLine,
    show: (id) => view.show(Math.floor(ids.indexOf(id) / perLine)),
    within: scroller,
    onOpen: beside.open,
    onSelect: selection?.toggle,
    onClose: beside.close,
    ...besideKeys(beside),
  })
  const active = beside.id ?? keys.active
  // Keys are about the card that the person is in, not about the one that they were moved to before.
  const focus = ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    // To select by the mouse is no move of the keys, which then decide on what is selected.
    if (id === undefined || target.dataset['row'] === id || target.matches('input:not(:focus-visible)')) return
    keys.setActive(id)
    beside.onActive?.(id)
  }
  const hint = asPage ? hintFor(role, platform, list.rows) : undefined
  return (
    <div className={classes.frame} data-density>
      <div className={classes.head}>
        <GenuineHead rows={list.rows} active={active} />
        {hint ? <SwipeHint choices={hint} /> : null}
      </div>
      <div
        ref={box}
        className={classes.scroller}
        data-old={list.state === 'reloading' || undefined}
        onScroll={view.checkEnd}
      >
        <ul className={classes.lines} aria-label={label} aria-busy={list.state !== 'ready'} onFocus={focus}>
          <li aria-hidden style={{ height: view.before }} />
          {view.visibleItems.map(({ index, key }) => (
            <li key={key} className={classes.line} style={{ height: cardHeight + gap }}>
              <ul style={{ gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))`, height: cardHeight }}>
                {lines[index]!.map((row) => (
                  <Card
                    key={row.id}
                    platform={platform}
                    row={row}
                    size={size}
                    isActive={active === row.id}
                    isSelected={selection?.selected.has(row.id)}
                    toggle={selection?.toggle}
                    open={beside.open}
                    role={asPage ? role : undefined}
                    swipe={swipe}
                  />
                ))}
              </ul>
            </li>
          ))}
          <li aria-hidden style={{ height: view.after }} />
        </ul>
        {list.rows.length === 0 && <NoCards state={list.state} perLine={perLine} height={cardHeight} empty={empty} />}
      </div>
      <ListFoot list={list}>{children}</ListFoot>
      <Announced platform={platform} list={list} beside={beside} active={keys.active} />
    </div>
  )
}

type LineOptions = { size: CardSize; scroller: RefObject<HTMLDivElement | null>; asPage: boolean }

/** The cards in lines as wide as the box, of which only the visible are rendered; more are loaded at the end. */
function useCardLines(list: List<Finding>, { size, scroller, asPage }: LineOptions) {
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>()
  const box = useMergedRef(scroller, measured)
  const { width: cardWidth, height: cardHeight } = sizes[size]
  const perLine = Math.max(asPage ? 2 : 1, Math.floor((width + gap) / (cardWidth + gap)))
  const lines = useMemo(() => chunksOf(list.rows, perLine), [list.rows, perLine])
  const items = useMemo(
    () => lines.map(([first]) => ({ key: first!.id, height: cardHeight + gap })),
    [lines, cardHeight],
  )
  const view = useVirtualItems({ box: scroller, pageScrolls: asPage, items, onEnd: list.more, overscan: 2 })
  // On a phone the list is as tall as its cards, so only the window says whether they fill it.
  const isShort = lines.length * (cardHeight + gap) < (asPage ? window.innerHeight : height) + 200
  useMoreWhileShort(list, isShort)
  return { box, perLine, lines, cardHeight, view }
}

/** Loads more findings as long as those that are loaded leave room. */
function useMoreWhileShort(list: List<Finding>, isShort: boolean) {
  const more = useEffectEvent(list.more)
  useEffect(() => {
    if (isShort && list.hasMore && !list.growing && list.state === 'ready' && !list.error) more()
  }, [isShort, list.hasMore, list.growing, list.state, list.error, list.rows.length])
}

type NoCardsProps = Pick<Props, 'empty'> & { state: List<Finding>['state']; perLine: number; height: number }

function NoCards({ state, perLine, height, empty }: NoCardsProps) {
  if (state === 'reloading') return null
  if (state !== 'first') return empty
  return (
    <div className={classes.waiting} style={{ gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))` }}>
      {Array.from({ length: 2 * perLine }, (_, at) => (
        <Skeleton key={at} height={height} />
      ))}
    </div>
  )
}

type AnnouncedProps = Pick<Props, 'platform' | 'list' | 'beside'> & { active: string | undefined }

/** Tells a screen reader which card the keys are on; an open finding tells it itself. */
function Announced({ platform, list, beside, active }: AnnouncedProps) {
  const index = beside.id === undefined ? list.rows.findIndex(({ id }) => id === active) : -1
  const row = list.rows[index]
  return (
    <p className="visually-hidden" role="status">
      {row &&
        texts.announced(
          (beside.before ?? 0) + index + 1,
          list.total,
          captionOf(platform, row),
          statusDisplay(row.status).name,
        )}
    </p>
  )
}

type CardProps = {
  platform: FindingPlatformDefinition
  row: Finding
  size: CardSize
  isActive: boolean
  /** Undefined while nothing can be selected. */
  isSelected: boolean | undefined
  toggle: Selection['toggle'] | undefined
  open: (id: string) => void
  /** The role of who may swipe; undefined where there is no touch screen of a phone. */
  role: Role | undefined
  swipe: (row: Finding, status: string) => void
}

/** One finding: its picture, and as much of it as fits. Rendered again only when something of it changes. */
const Card = memo(
  function Card({ platform, row, size, isActive, isSelected, toggle, open, role, swipe }: CardProps) {
    const caption = captionOf(platform, row)
    const { props, mark } = useSwipe(swipeChoices(role, platform.value, row.status), (status) => swipe(row, status))
    return (
      <li
        {...props}
        className={`${classes.card} ${props.className}`}
        data-row={row.id}
        data-size={size}
        data-active={isActive || undefined}
        data-selected={isSelected || undefined}
        tabIndex={isActive ? 0 : -1}
      >
        {mark}
        <button
          type="button"
          className={classes.open}
          aria-label={caption}
          title={caption}
          onClick={() => open(row.id)}
        >
          <Picture source={thumbnailOf(row.imageUrl, size === 'S' ? 'thumb' : 'card')} />
        </button>
        {isSelected !== undefined && (
          <input
            type="checkbox"
            className={classes.check}
            aria-label={`Select ${caption}`}
            checked={isSelected}
            onChange={(event) => toggle?.(row.id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
          />
        )}
        <span className={classes.facts}>
          {size !== 'S' && <span className={classes.caption}>{caption}</span>}
          <span className={classes.state}>
            <StatusMark code={row.status} />
            {size !== 'S' && <rowNotes.Outlet row={row} />}
          </span>
          {size === 'L' && <PriorityMark priority={row.priority} />}
        </span>
      </li>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.size === after.size &&
    before.role === after.role &&
    before.isActive === after.isActive &&
    before.isSelected === after.isSelected,
)

/** What swipes decide on the findings shown: the first that can be decided on says it for all. */
function hintFor(role: Role | undefined, platform: FindingPlatformDefinition, rows: readonly Finding[]) {
  return rows.map(({ status }) => swipeChoices(role, platform.value, status)).find(({ right, left }) => right && left)
}

function Picture({ source }: { source: string | null }) {
  const [failed, setFailed] = useState<string>()
  if (!source || failed === source) return <IconPhoto size={20} aria-hidden />
  return (
    <img
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(source)}
    />
  )
}
