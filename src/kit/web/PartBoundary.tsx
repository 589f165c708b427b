import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { isMissingPart } from './missing-part.ts'

type Props = { children: ReactNode }
type State = { error: unknown; hasFailed: boolean }

/**
 * Contains a failure while rendering: the part says so and can be shown again, and everything around it stays, also what
 * was typed into forms. React has no hook for this, so it is the one class.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { error: undefined, hasFailed: false }

  /** What fails while rendering is a defect of the console, whatever its type: only calls fail for lack of a network. */
  static getDerivedStateFromError(error: unknown): State {
    const shown = isMissingPart(error) ? error : new Error('A part could not be rendered', { cause: error })
    return { error: shown, hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return <ErrorState error={this.state.error} retry={() => this.setState({ error: undefined, hasFailed: false })} />
  }
}
