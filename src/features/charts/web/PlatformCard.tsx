import { ActionIcon, Collapse, Text, Title } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { PlatformChart } from '#features/charts/contract.ts'
import { ChartCard } from '#kit/web/chart/ChartCard.tsx'
import { narrow } from '#kit/web/narrow.ts'
import { businessToday } from '#kit/web/settings.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { addressesOf, dashboardOf } from './addresses.ts'
import { companyBars, dayBars, monthBars } from './chart-models.ts'
import { nameOf, periodOf } from './home-view.ts'
import { texts } from './texts.ts'
import { useChartLinks } from './use-chart-links.ts'
import classes from './home.module.css'

type PlatformCardProps = { platform: string; numbers: PlatformChart; range: DayRange; isFolding: boolean }

/** A platform's monthly (within a month daily) and company-wise bars; the title links to its dashboard. On Home it folds (C-082 to C-085). */
export function PlatformCard({ platform, numbers, range, isFolding }: PlatformCardProps) {
  // Six open cards are too long for a phone, so they start folded there.
  const [isOpen, setOpen] = useState(() => !window.matchMedia(narrow).matches)
  const id = useId()
  const isReducedMotion = useReducedMotion()
  const chartLinks = useChartLinks()
  const name = nameOf(platform)
  const addresses = addressesOf(platform, range)
  const bars = (
    <div className={classes['pair']}>
      {numbers.days ? (
        <ChartCard
          isInner
          level={3}
          title={`${name}: ${texts.daily}`}
          chart={dayBars(numbers.days)}
          actions={chartLinks(addresses.day)}
        />
      ) : (
        <ChartCard
          isInner
          level={3}
          title={`${name}: ${texts.monthly}`}
          chart={monthBars(numbers.bar[0])}
          actions={chartLinks(addresses.month)}
        />
      )}
      <ChartCard
        isInner
        level={3}
        title={`${name}: ${texts.companyWise}`}
        chart={companyBars(numbers.bar[1])}
        hideLegend
        actions={chartLinks(addresses.status)}
      />
    </div>
  )
  return (
    <section className={classes['platform']} aria-label={name} data-platform={platform}>
      <header className={classes['platformHead']}>
        {isFolding && (
          <ActionIcon
            aria-label={isOpen ? texts.collapse(name) : texts.expand(name)}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={18} className={classes['arrow']} data-open={isOpen || undefined} />
          </ActionIcon>
        )}
        <Title order={2}>
          <Link to={dashboardOf(platform)} className={classes['titleLink']!}>
            {name}
          </Link>
        </Title>
        <Text size="sm" c="dimmed" className="tabular">
          {texts.infringements(numbers.totalDocs)} {texts.reported(periodOf(range, businessToday()))}
          {numbers.totalDocs > 0 && ` · ${texts.enforced(numbers.currentMonth)}`}
        </Text>
      </header>
      {isFolding ? (
        <Collapse id={id} expanded={isOpen} transitionDuration={isReducedMotion ? 0 : 150}>
          {bars}
        </Collapse>
      ) : (
        bars
      )}
    </section>
  )
}
