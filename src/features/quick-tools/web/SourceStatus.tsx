import { Button, Text } from '@mantine/core'
import { quickToolCalls } from '#features/quick-tools/contract.ts'
import { checkOutcomes } from '#features/quick-tools/rules.ts'
import { toastError, toastInfo } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { Mark } from '#kit/web/cells.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showAge } from '#vocabulary/ages.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { quickToolTitles } from '#vocabulary/quick-tools.ts'
import { isProbed, type Source } from './awaited-sources.ts'
import classes from './QuickTools.module.css'
import { outcomeColours, texts } from './texts.ts'

type Props = {
  sources: readonly Source[]
  /** The sources are being asked; without it there is no button for that. */
  onProbed?: () => void
}

/** What each source answered when it was last asked, and a button for Admins that asks them now (G86). */
export function SourceStatus({ sources, onProbed }: Props) {
  const ask = async () => {
    try {
      toastInfo((await call(quickToolCalls.check, {})).message)
      onProbed?.()
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
        <Text span size="xs" c="dimmed" className={classes['counts']!}>
          {countsOf(sources.filter(isProbed))}
        </Text>
      </summary>
      <Text size="xs" c="dimmed" my={4}>
        {texts.sourcesHint}
      </Text>
      {sources.filter(isProbed).map((source) => (
        <SourceLine key={source.report} source={source} />
      ))}
      {onProbed ? (
        <Button size="xs" variant="default" mt="xs" onClick={() => void ask()}>
          {texts.ask}
        </Button>
      ) : null}
    </details>
  )
}

const outcomeOf = ({ missing, outcome }: Pick<Source, 'missing' | 'outcome'>) =>
  missing === null ? outcome : ('missing' as const)

/** How many of the sources are in which state, for the line that is seen while the list is folded. */
const countsOf = (sources: readonly Source[]): string =>
  checkOutcomes
    .map((outcome) => ({ outcome, count: sources.filter((one) => outcomeOf(one) === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => texts.countOf(count, texts.outcomes[outcome]))
    .join(', ')

/** What a tool's source answered when it was last asked, and how long ago; nothing for one that was never asked. */
export function SourceState({ source }: { source: Source | undefined }) {
  if (!source || source.missing !== null || source.outcome === null || source.checkedAt === null) return null
  const { outcome, checkedAt, detail } = source
  return (
    <Text component="div" size="xs" className={classes['state']!} data-source-state={outcome}>
      <Mark name={texts.outcomes[outcome]} colour={outcomeColours[outcome]} />
      <Text span inherit c="dimmed">
        {texts.stateOf(showAge(checkedAt), detail)}
      </Text>
    </Text>
  )
}

function SourceLine({ source: { report, missing, outcome: asked, detail, checkedAt } }: { source: Source }) {
  const { businessZone: zone } = useSettings()
  const outcome = outcomeOf({ missing, outcome: asked })
  const when = checkedAt === null ? '' : texts.probedAt(showAge(checkedAt), showMoment(checkedAt, zone))
  return (
    <div className={classes['source']} data-source={report}>
      <span>{quickToolTitles[report]}</span>
      {outcome === null ? (
        <span>{texts.neverProbed}</span>
      ) : (
        <Mark name={texts.outcomes[outcome]} colour={outcomeColours[outcome]} />
      )}
      <Text span size="xs" c="dimmed">
        {missing === null ? [detail, when].filter((part) => part !== '').join(', ') : missing}
      </Text>
    </div>
  )
}
