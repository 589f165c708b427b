import { ActionIcon, CloseButton, Tooltip } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { createElement, memo, type RefObject, useEffect, useRef, useState } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import type { SavedView } from '#features/views/contract.ts'
import { usePinnedViews } from '#features/views/web/use-pinned-views.ts'
import { useSettings } from '#kit/web/settings.ts'
import { screenAt } from './all-screens.ts'
import { headings, menuNames, menuOf, type ReadyFilter, readyFilters } from './menus.ts'
import { iconOf } from './menu-icons.ts'
import { pinnedLinks } from './pinned-views.ts'
import classes from './SideMenu.module.css'
import { texts } from './texts.ts'
import { useMayOpen } from './use-may-open.ts'

/** The role's own screens (C-062, C-066, C-067). */
// The frame is rendered again with each address; of the menu only the entries that were, or are, open.
export const SideMenu = memo(function SideMenu({ close }: { close: () => void }) {
  const { role } = useSession()
  const { productName } = useSettings()
  const mayOpen = useMayOpen()
  const views = usePinnedViews()
  const location = useRouterState({ select: (state) => state.location })
  const openPath = location.pathname.replace(/\/$/, '')
  const viewport = useRef<HTMLDivElement>(null)
  useShownEntry(viewport, openPath)
  if (!role) return null
  return (
    <>
      <div className={classes['brand']}>
        <Link to="/" className={classes['name']!}>
          <Mark />
          {productName}
        </Link>
        <CloseButton hiddenFrom="md" onClick={close} aria-label="Close menu" />
      </div>
      <div className={classes['scroll']} ref={viewport} tabIndex={-1}>
        <nav aria-label={texts.menuOf[role]}>
          <ul className={classes['list']}>
            {menuOf[role].map((path) => (
              <Entry
                key={path}
                path={path}
                heading={headings[role]?.[path]}
                isAllowed={mayOpen(path)}
                views={views}
                currentSearch={path === openPath ? location.search : undefined}
              />
            ))}
          </ul>
        </nav>
      </div>
    </>
  )
})

/** Pixels between the entry of the open screen and the edge of the menu, when the menu is scrolled to it. */
const roomAround = 48

/** Scrolls the menu to the entry of the open screen when that is out of view. Only the menu: the page does not move. */
function useShownEntry(viewport: RefObject<HTMLDivElement | null>, path: string): void {
  useEffect(() => {
    // In the next frame, which computes the layout anyway: here it would be computed once more.
    const frame = requestAnimationFrame(() => {
      const entry = viewport.current?.querySelector('[aria-current=page]')
      if (!viewport.current || !entry) return
      const menu = viewport.current.getBoundingClientRect()
      const { top, bottom } = entry.getBoundingClientRect()
      if (bottom > menu.bottom) viewport.current.scrollBy(0, bottom - menu.bottom + roomAround)
      else if (top < menu.top) viewport.current.scrollBy(0, top - menu.top - roomAround)
    })
    return () => cancelAnimationFrame(frame)
  }, [path, viewport])
}

type EntryProps = {
  path: string
  heading: string | undefined
  /** False for a Client whose selection does not have the platform. */
  isAllowed: boolean
  views: readonly SavedView[]
  /** The query of the address while the screen is open. */
  currentSearch: object | undefined
}

const Entry = memo(function Entry({ path, heading, isAllowed, views, currentSearch }: EntryProps) {
  const isHere = currentSearch !== undefined
  const [isOpen, setOpen] = useState(isHere)
  const screen = screenAt(path)
  if (!screen) return null
  const name = menuNames[path] ?? screen.title
  const content = (
    <>
      {createElement(iconOf(path), { size: 17, stroke: 1.6, 'aria-hidden': true })}
      <span className={classes['text']}>{name}</span>
    </>
  )
  const filters = readyFilters[path]
  const pinned = pinnedLinks(views, path)
  return (
    <>
      {heading ? <li className={classes['heading']}>{heading}</li> : null}
      <li>
        {!isAllowed ? (
          <Tooltip label={texts.noPlatform} position="right" events={{ hover: true, focus: true, touch: true }}>
            <span className={classes['entry']} aria-disabled="true" role="link" tabIndex={0}>
              {content}
            </span>
          </Tooltip>
        ) : (
          <div className={classes['row']}>
            <Link to={path} replace={isHere} className={classes['entry']!} aria-current={isHere ? 'page' : undefined}>
              {content}
            </Link>
            {filters ? (
              <ActionIcon
                className={classes['more']!}
                size={24}
                aria-label={`${name} filters`}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                <IconChevronDown size={14} className={classes['arrow']!} data-open={isOpen || undefined} />
              </ActionIcon>
            ) : null}
          </div>
        )}
        {pinned.length > 0 ? (
          <ul className={classes['filters']} aria-label={texts.pinnedViews(name)}>
            {pinned.map((view) => (
              <li key={view.search['view']}>
                <Link to={view.path} search={view.search} activeProps={{}} className={classes['filter']!}>
                  {view.name}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {filters && isOpen ? <Filters path={path} filters={filters} currentSearch={currentSearch} /> : null}
      </li>
    </>
  )
})

function Filters({
  path,
  filters,
  currentSearch,
}: {
  path: string
  filters: readonly ReadyFilter[]
  currentSearch: object | undefined
}) {
  const active = (currentSearch ?? {}) as Record<string, unknown>
  return (
    <ul className={classes['filters']}>
      {filters.map(({ name, search }) => (
        <li key={name}>
          <Link
            to={path}
            search={search}
            activeProps={{}}
            className={classes['filter']!}
            data-here={
              (currentSearch !== undefined && Object.entries(search).every(([key, value]) => active[key] === value)) ||
              undefined
            }
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#3b4cc0" />
      <path
        d="M16 6l8 3v6.5c0 5-3.3 8.800-8 10.500-4.700-1.700-8-5.500-8-10.500V9z"
        fill="none"
        stroke="#fff"
        strokeWidth="2.200"
        strokeLinejoin="round"
      />
      <path
        d="M12.300 15.800l2.700 2.700 4.900-5.200"
        fill="none"
        stroke="#fff"
        strokeWidth="2.200"
        strokeLinecap="round"
      />
    </svg>
  )
}
