import { Button, Text } from '@mantine/core'
import { quickToolCalls } from '#features/quick-tools/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { toastError, toastInfo } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { Mark } from '#kit/web/cells.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'
import { quickToolTitles } from '#vocabulary/quick-tools.ts'
import classes from './QuickTools.module.css'
import { outcomeColours, texts } from './texts.ts'

/** Facebook Scan opens the pages of stored findings: it has no source that could be asked. */
const isAsked = ({ report }: Source): boolean => report !== 'facebookScan'

type Source = CallOutput<typeof quickToolCalls.sources>['docs'][number]

type Props = {
  sources: readonly Source[]
  /** The sources are being asked; without it there is no button for that. */
  onAsked?: () => void
}

/** What each source answered when it was last asked, and a button for Admins that asks them now (G86). */
export function SourceStatus({ sources, onAsked }: Props) {
  const ask = async () => {
    try {
      toastInfo((await call(quickToolCalls.check, {})).message)
      onAsked?.()
    } catch (problem) {
      toastError(sentenceOf(problem))
    }
  }
  return (
    <details className={classes['sources']}>
      <summary>
        <Text span size="sm" fw={600}>
          {texts.sources}
        </Text>
      </summary>
      <Text size="xs" c="dimmed" my={4}>
        {texts.sourcesHint}
      </Text>
      {sources.filter(isAsked).map((source) => (
        <SourceLine key={source.report} source={source} />
      ))}
      {onAsked ? (
        <Button size="xs" variant="default" mt="xs" onClick={() => void ask()}>
          {texts.ask}
        </Button>
      ) : null}
    </details>
  )
}

function SourceLine({ source: { report, missing, outcome: asked, detail, checkedAt } }: { source: Source }) {
  const { businessZone: zone } = useSettings()
  const outcome = missing === null ? asked : 'missing'
  const when = checkedAt === null ? '' : texts.askedAt(`${showDayOf(checkedAt, zone)} ${showTime(checkedAt, zone)}`)
  return (
    <div className={classes['source']} data-source={report}>
      <span>{quickToolTitles[report]}</span>
      {outcome === null ? (
        <span>{texts.neverAsked}</span>
      ) : (
        <Mark name={texts.outcomes[outcome]} colour={outcomeColours[outcome]} />
      )}
      <Text span size="xs" c="dimmed">
        {missing === null ? [detail, when].filter((part) => part !== '').join(', ') : missing}
      </Text>
    </div>
  )
}
