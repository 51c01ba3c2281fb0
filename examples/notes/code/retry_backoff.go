// Package retry is the shared retry helper of maru-pay and saebyeok-gw.
//
// 재시도는 한 층에서만 한다. gateway가 이미 재시도하는 호출에 이 package를 겹쳐 쓰지 말 것.
package retry

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Policy says how often and how patiently to try.
type Policy struct {
	// MaxAttempts counts the first try too. Zero means DefaultPolicy.MaxAttempts.
	MaxAttempts int
	// BaseDelay is the upper bound of the first wait; it doubles every time.
	BaseDelay time.Duration
	// MaxDelay caps a single wait.
	MaxDelay time.Duration
}

// DefaultPolicy waits 3.1 seconds in the worst case: 100+200+400+800+1600 ms.
var DefaultPolicy = Policy{MaxAttempts: 6, BaseDelay: 100 * time.Millisecond, MaxDelay: 2 * time.Second}

// PermanentError marks a failure that trying again cannot fix,
// such as a declined card or a request the provider calls malformed.
type PermanentError struct{ Err error }

func (e *PermanentError) Error() string { return "permanent: " + e.Err.Error() }
func (e *PermanentError) Unwrap() error { return e.Err }

// Permanent wraps err so that WithBackoff gives up at once.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &PermanentError{Err: err}
}

// WithBackoff calls operation until it succeeds, returns a PermanentError,
// the attempts run out, or ctx is done. 대기 시간은 exponential + full jitter.
func WithBackoff[T any](ctx context.Context, policy Policy, operation func(context.Context) (T, error)) (T, error) {
	var zero T
	if policy.MaxAttempts == 0 {
		policy = DefaultPolicy
	}
	var lastErr error
	for attempt := range policy.MaxAttempts {
		if attempt > 0 {
			if err := sleepContext(ctx, policy.jitteredDelay(attempt-1)); err != nil {
				return zero, errors.Join(err, lastErr)
			}
		}
		value, err := operation(ctx)
		if err == nil {
			return value, nil
		}
		var permanent *PermanentError
		if errors.As(err, &permanent) {
			return zero, err
		}
		lastErr = err
	}
	return zero, fmt.Errorf("gave up after %d attempts: %w", policy.MaxAttempts, lastErr)
}

// jitteredDelay returns a random wait in [0, base*2^retries), capped.
// Full jitter가 equal jitter보다 동시 재시도 충돌이 적었다 (2026-03 부하 시험).
func (p Policy) jitteredDelay(retries int) time.Duration {
	ceiling := p.MaxDelay
	// 30번 넘게 shift하면 overflow가 나므로 먼저 자른다.
	if retries < 30 {
		ceiling = min(p.BaseDelay<<retries, p.MaxDelay)
	}
	if ceiling <= 0 {
		return 0
	}
	return rand.N(ceiling)
}

// sleepContext waits for delay or until ctx is done, whichever comes first.
func sleepContext(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
